// `npm run check:words`: finds the words that the project does not use in documents, the OpenAPI
// description, scripts and templates. The linter finds them in code (rule `parley/plain-words`).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findWords } from './plain-words.js';

const FOLDERS = ['docs', 'api', 'bench', 'client', 'docker', 'src'];
const EXTENSIONS = /\.(?:md|ya?ml|html|liquid|txt|sql|lua|sh)$/;
const SKIPPED = /(?:^|\/)(?:node_modules|dist)\/|^docs\/glossary\.md$|\/emoji-names\.txt$/;

function textFiles() {
  const nested = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((path) => join(folder, path)),
  );
  return [...readdirSync('.'), ...nested].filter(
    (path) => EXTENSIONS.test(path) && !SKIPPED.test(path),
  );
}

for (const path of textFiles()) {
  for (const { line, word, instead } of findWords(readFileSync(path, 'utf8'))) {
    process.stderr.write(`${path}:${line}: instead of "${word}", say: ${instead}\n`);
    process.exitCode = 1;
  }
}
