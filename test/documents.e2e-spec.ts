// The overview documents agree with the code: each area has a short README that names all its modules,
// the files that documents and comments refer to exist, and the README of the project lists the operations
// that are missing.
import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentedOperations } from './contract.js';

const MODULES = fileURLToPath(new URL('../src/modules/', import.meta.url));
const MAX_LINES = 15;

function foldersIn(path: string): string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

describe.each(foldersIn(MODULES))('the README of the area %s', (area) => {
  const text = readFileSync(`${MODULES}${area}/README.md`, 'utf8');

  it('is short', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
  });

  it('names all modules', () => {
    const missing = foldersIn(`${MODULES}${area}`).filter((name) => !text.includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });

  it('names only files that exist', () => {
    const files = [...text.matchAll(/`([\w-]+\/[\w.-]+\.ts)`/g)].map(([, file]) => file!);
    expect(files.filter((file) => !existsSync(`${MODULES}${area}/${file}`))).toEqual([]);
  });
});

describe('references to files', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const filesIn = (folder: string, ending: RegExp): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => ending.test(path) && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
      .map((path) => join(folder, path));

  it('in comments lead to documents that exist', () => {
    const files = ['src', 'test', 'client', 'bench', 'soak'].flatMap((folder) =>
      filesIn(folder, /\.(?:ts|js)$/),
    );
    const wrong = files.flatMap((file) => {
      const named = readFileSync(join(root, file), 'utf8').match(/\bdocs\/[\w/-]+\.md\b/g) ?? [];
      return named.filter((path) => !existsSync(join(root, path))).map((path) => [file, path]);
    });
    expect(wrong).toEqual([]);
  });

  it('in documents are links to files that exist', () => {
    const documents = ['README.md', 'client/README.md', ...filesIn('docs', /\.md$/)];
    const wrong = documents.flatMap((file) => {
      const links = readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g);
      const paths = [...links].map(([, path]) => path!);
      return paths.filter((path) => !existsSync(join(root, dirname(file), path)));
    });
    expect(wrong).toEqual([]);
  });
});

describe('the list of what is still to come', () => {
  const known = operationsIn(read('../api/known-operations.txt').replaceAll(/^#.*\n/gm, ''));
  const served = new Set(
    documentedOperations().map(({ method, path }) => nameless(`${path} ${method}`)),
  );
  const isServed = (operation: string): boolean => served.has(nameless(operation));
  const missing = known.filter((operation) => !isServed(operation));
  const section = read('../README.md').split('\n## Still to come\n')[1] ?? '';
  const listed = [...section.matchAll(/`(?<methods>(?:[A-Z]+ )*)(?<path>\/[^\s`]*)`/g)].map(
    ({ groups }) => ({ path: groups!['path']!, methods: groups!['methods']!.trim().split(' ') }),
  );

  function covers({ path, methods }: (typeof listed)[number], operation: string): boolean {
    const isBelow = operation.startsWith(`${path} `) || operation.startsWith(`${path}/`);
    return methods[0] === ''
      ? isBelow
      : methods.some((method) => operation === `${path} ${method}`);
  }

  it('has every operation of the Zulip API that the server lacks', () => {
    const unlisted = missing.filter((one) => !listed.some((entry) => covers(entry, one)));
    expect(unlisted).toEqual([]);
  });

  it('has no operation that the server has, or that does not exist', () => {
    const wrong = listed.filter((entry) => {
      const named = known.filter((one) => covers(entry, one));
      return named.length === 0 || named.some(isServed);
    });
    expect(wrong).toEqual([]);
  });
});

/** Without the names of path parameters, which are not part of requests. */
function nameless(operation: string): string {
  return operation.replace(/^\/api\/v1/, '').replaceAll(/\{\w+\}/g, '{}');
}

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
}

/** From lines of a path and its methods: `/path METHOD` for each. */
function operationsIn(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [path, ...methods] = line.split(' ');
      return methods.map((method) => `${path} ${method}`);
    });
}
