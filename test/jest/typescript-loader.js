// Node's module hooks for tests: resolves the project's aliases to TypeScript sources and compiles
// those with swc, as .swcrc says. Compiled code is cached by its content.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync, version } from '@swc/core';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/test-modules');
const LOADER = readFileSync(new URL(import.meta.url));
const SETTINGS = readFileSync(join(ROOT, '.swcrc'));
const GLOBALS = new URL('globals.js', import.meta.url).href;
const TYPESCRIPT = /\.ts(\?|$)/;
const OWN_MODULES = /\?own-modules=\d+$/;

/** As `paths` in tsconfig.json. */
const ALIASES = [
  [/^parley-client$/, 'client/src/index.ts'],
  [/^#(config|platform|modules)\/(.+)\.js$/, 'src/$1/$2.ts'],
  [/^#modules\/(.+)$/, 'src/modules/$1/index.ts'],
];

mkdirSync(CACHE, { recursive: true });

export function resolve(specifier, context, nextResolve) {
  const { parentURL = '' } = context;
  if (!TYPESCRIPT.test(parentURL)) return nextResolve(specifier, context);
  if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
  const url = sourceOf(specifier, parentURL);
  if (!url) return nextResolve(specifier, context);
  const [own = ''] = OWN_MODULES.exec(parentURL) ?? [];
  return { url: url + own, shortCircuit: true };
}

function sourceOf(specifier, parentURL) {
  for (const [pattern, path] of ALIASES) {
    if (pattern.test(specifier))
      return pathToFileURL(join(ROOT, specifier.replace(pattern, path))).href;
  }
  if (!/^\.{1,2}\/.+\.js$/.test(specifier)) return undefined;
  const source = new URL(specifier.replace(/\.js$/, '.ts'), parentURL);
  return existsSync(source) ? source.href : undefined;
}

export function load(url, context, nextLoad) {
  if (!TYPESCRIPT.test(url)) return nextLoad(url, context);
  return { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true };
}

function compile(path) {
  const text = readFileSync(path, 'utf8');
  const key = createHash('sha256');
  for (const part of [version, SETTINGS, LOADER, path, text]) key.update(part);
  const cached = join(CACHE, `${key.digest('hex')}.js`);
  if (existsSync(cached)) return readFileSync(cached, 'utf8');
  const output = transformSync(text, { filename: path, cwd: ROOT, sourceMaps: true });
  const code = `${output.code}//# sourceMappingURL=${dataUrl(withoutNames(output.map))}`;
  // Another worker may compile the same file: whichever is written last is as good.
  const unfinished = `${cached}.${process.pid}`;
  writeFileSync(unfinished, code);
  renameSync(unfinished, cached);
  return code;
}

/** A stack trace would show the names in a source map instead of `Class.method`. */
function withoutNames(sourceMap) {
  const { names, ...rest } = JSON.parse(sourceMap);
  return JSON.stringify({ ...rest, names: names.map(() => '') });
}

function dataUrl(json) {
  return `data:application/json;base64,${Buffer.from(json).toString('base64')}`;
}
