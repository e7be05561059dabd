// Module hooks: TypeScript is compiled by swc on the way, and cached by content.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync, version } from '@swc/core';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/test');
const SETTINGS = readFileSync(join(ROOT, '.swcrc'), 'utf8');
mkdirSync(CACHE, { recursive: true });

const GLOBALS = new URL('./globals.js', import.meta.url).href;
const ALIASES = [
  [/^parley-client$/, 'client/src/index.ts'],
  [/^#(config|platform|modules)\/(.*)\.js$/, 'src/$1/$2.ts'],
  [/^#modules\/(.*)$/, 'src/modules/$1/index.ts'],
];

export function resolve(specifier, context, next) {
  const url = local(specifier, context.parentURL);
  return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
}

function local(specifier, parentURL = '') {
  if (!/\.ts(\?|$)/.test(parentURL)) return undefined;
  if (specifier === '@jest/globals') return GLOBALS;
  for (const [pattern, path] of ALIASES) {
    if (pattern.test(specifier))
      return pathToFileURL(join(ROOT, specifier.replace(pattern, path))).href;
  }
  if (/^\.{1,2}\/.*\.js$/.test(specifier)) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), parentURL);
    if (existsSync(url)) return url.href;
  }
  return undefined;
}

export function load(url, context, next) {
  if (!/\.ts(\?|$)/.test(url)) return next(url, context);
  const path = fileURLToPath(url);
  return { format: 'module', source: compiled(path), shortCircuit: true };
}

function compiled(path) {
  const text = readFileSync(path, 'utf8');
  const key = createHash('sha256')
    .update(version)
    .update(SETTINGS)
    .update(path)
    .update(text)
    .digest('hex');
  const cached = join(CACHE, `${key}.js`);
  try {
    return readFileSync(cached, 'utf8');
  } catch {
    const { code } = transformSync(text, { filename: path, cwd: ROOT });
    const temporary = `${cached}.${process.pid}`;
    writeFileSync(temporary, code);
    renameSync(temporary, cached);
    return code;
  }
}
