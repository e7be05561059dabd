// Renders the pages and emails that people read, from the Liquid templates in src/templates: one folder
// for each language, and layouts and partials that all languages share. Templates run no code, so that
// translations contain text only. A missing variable is an error.
import { type LiquidOptions, Liquid } from 'liquidjs';
import { fileURLToPath } from 'node:url';

/** The only language so far. */
const LANGUAGE = 'en';

const DIRECTORY = fileURLToPath(new URL('../../templates', import.meta.url));

const OPTIONS: LiquidOptions = {
  root: `${DIRECTORY}/${LANGUAGE}`,
  layouts: `${DIRECTORY}/layouts`,
  partials: [`${DIRECTORY}/${LANGUAGE}/partials`, `${DIRECTORY}/partials`],
  extname: '.liquid',
  cache: true,
  globals: { language: LANGUAGE },
  strictFilters: true,
  strictVariables: true,
  // Optional variables may be missing in conditions.
  lenientIf: true,
};

const htmlEngine = new Liquid({ ...OPTIONS, outputEscape: 'escape' });
const textEngine = new Liquid(OPTIONS);

/** Escapes every variable that the template does not mark as `raw`. */
export function renderHtml(template: string, variables: object): string {
  return htmlEngine.renderFileSync(template, variables) as string;
}

/** Renders plain text: nothing is escaped. */
export function renderText(template: string, variables: object): string {
  return textEngine.renderFileSync(template, variables) as string;
}
