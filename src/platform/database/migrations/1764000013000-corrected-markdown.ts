import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';
import { rerenderMessages } from './rerender-messages.js';

/**
 * Constructs whose text was lost or changed: numbers of two or more digits in lists, deep lists and
 * quotes, tables, links to YouTube, times, formulas, spoilers, and URLs after text without spaces.
 */
const PATTERN = [
  String.raw`^[ \t>*+-]*(\d+[.)][ \t]+)*\d{2,}[.)]`,
  String.raw`^[ \t]{10,}\S`,
  String.raw`(>[ \t]*){5}`,
  String.raw`(\`{3}|~{3})[ \t]*quote`,
  String.raw`\|`,
  'youtu',
  '<time:',
  String.raw`\$\$|(\`{3}|~{3})[ \t]*(math|spoiler)`,
  String.raw`[^\u0001-\u007f]https?://`,
];

export class CorrectedMarkdown1764000013000 extends ForwardOnlyMigration {
  readonly name = 'CorrectedMarkdown1764000013000';

  async up(runner: QueryRunner): Promise<void> {
    await rerenderMessages(runner, this.name, PATTERN);
  }
}
