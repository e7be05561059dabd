/**
 * nestjs-pino is CommonJS and requires Nest, which is ESM. Node can do that; jest can not before
 * Node 24. This transformer turns the package's unchanged files into one ES module for it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

export default {
  process(_source, path) {
    const name = basename(path, '.ts');
    const directory = dirname(require.resolve(`${name}/package.json`));
    const files = readdirSync(directory).filter((file) => file.endsWith('.js'));
    const sources = files.map((file) => readFileSync(join(directory, file), 'utf8'));
    const outside = new Set(
      sources.flatMap((source) =>
        [...source.matchAll(/require\("([^".][^"]*)"\)/g)].map((match) => match[1]),
      ),
    );
    const exported = [
      ...sources[files.indexOf('index.js')].matchAll(/defineProperty\(exports, "(\w+)", \{/g),
    ].map((match) => match[1]);
    const code = [
      ...[...outside].map((from, index) => `import * as outside${index} from '${from}';`),
      `const loaded = { ${[...outside].map((from, index) => `'${from}': outside${index}`).join(', ')} };`,
      `const files = {${files
        .map(
          (file, index) =>
            `'./${basename(file, '.js')}': function (require, exports) {${sources[index]}\n}`,
        )
        .join()}};`,
      `function load(name) {
         if (!loaded[name]) files[name](load, (loaded[name] = {}));
         return loaded[name];
       }`,
      `export const { ${exported.join(', ')} } = load('./index');`,
    ];
    return { code: code.join('\n') };
  },
};
