// The overview documents agree with the code: each area has a short README that names all its modules,
// and the files that it names exist.
import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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
