// The text of HTML, in which several third parties send what their users write.
import { Parser } from 'htmlparser2';

const BLOCKS = new Set(
  'address article blockquote br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table tr ul'.split(
    ' ',
  ),
);
const HIDDEN = new Set(['head', 'script', 'style', 'title']);

const MAX_HTML = 20_000;

interface HtmlRun {
  text: string;
  /** The target of a link. */
  url: string | undefined;
}

/** The visible texts, those with a link separately. Blocks are on lines of their own. */
export function htmlRuns(html: string): HtmlRun[] {
  const runs: HtmlRun[] = [];
  let url: string | undefined;
  let hidden = 0;
  const add = (text: string): void => {
    const last = runs.at(-1);
    if (last && last.url === url) last.text += text;
    else runs.push({ text, url });
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (HIDDEN.has(name)) hidden++;
      if (BLOCKS.has(name)) add('\n');
      if (name === 'a') url = attributes['href'];
    },
    ontext(text) {
      if (hidden === 0) add(text.replaceAll(/\s+/g, ' '));
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden--;
      if (name === 'a') url = undefined;
      if (BLOCKS.has(name)) add('\n');
    },
  });
  parser.end(html.slice(0, MAX_HTML));
  return runs;
}

/** Undefined if there is no visible text. */
export function htmlText(html: string | undefined): string | undefined {
  if (html === undefined) return undefined;
  const text = htmlRuns(html)
    .map((run) => run.text)
    .join('');
  const lines = text.split('\n').map((line) => line.trim());
  const content = lines.filter((line) => line !== '').join('\n');
  return content === '' ? undefined : content;
}
