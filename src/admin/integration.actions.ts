// Prints the messages that an integration makes of a payload, for authors of integrations.
import { readFile, writeFile } from 'node:fs/promises';
import { IntegrationCatalogue } from '#modules/integrations/catalogue';
import { type Sample, trySample } from '#modules/integrations/incoming';
import { MissingHeaderError, PayloadError } from '#modules/integrations/toolkit';
import { CommandError } from './command-error.js';
import type { Terminal } from './terminal.js';

export interface IntegrationAttempt {
  name: string;
  file: string;
  /** Headers such as `X-GitHub-Event: push`. */
  headers: string[];
  /** Parameters of the URL such as `branches=main`. */
  query: string[];
  /** Path at which the sample is stored. */
  save: string | undefined;
}

export async function tryIntegration(
  terminal: Terminal,
  { name, file, headers, query, save }: IntegrationAttempt,
): Promise<void> {
  const integration = await new IntegrationCatalogue().find(name);
  if (!integration) {
    throw new CommandError(`There is no integration "${name}". The page /integrations lists all.`);
  }
  const read = asSample(await contentOf(file));
  const sample = {
    ...read,
    ...merged('headers', read.headers, pairs(headers, ':')),
    ...merged('query', read.query, pairs(query, '=')),
  };
  try {
    const { expected: _, ...request } = sample;
    const expected = await trySample(integration, request);
    terminal.printJson(expected);
    if (save === undefined) return;
    await writeFile(save, `${JSON.stringify({ ...request, expected }, null, 2)}\n`);
  } catch (error) {
    const isExpected = error instanceof PayloadError || error instanceof MissingHeaderError;
    throw isExpected ? new CommandError(error.message) : error;
  }
}

async function contentOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

const SAMPLE_MEMBERS = new Set(['headers', 'query', 'body', 'form', 'text', 'expected']);

/** A file that is not a sample is read as the body of a request. */
function asSample(content: string): Partial<Sample> {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return { text: content };
  }
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const isSample =
    names.some((name) => ['body', 'form', 'text'].includes(name)) &&
    names.every((name) => SAMPLE_MEMBERS.has(name));
  return isSample ? (value as Sample) : { body: value };
}

function pairs(texts: string[], separator: string): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf(separator);
      if (at < 1) throw new CommandError(`"${text}" has no "${separator}" after its name`);
      return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    }),
  );
}

function merged<Name extends string>(
  name: Name,
  before: Record<string, string> = {},
  added: Record<string, string>,
): { [Key in Name]?: Record<string, string> } {
  const all = { ...before, ...added };
  return (Object.keys(all).length > 0 ? { [name]: all } : {}) as {
    [Key in Name]?: Record<string, string>;
  };
}
