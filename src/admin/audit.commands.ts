// The command `audit`.
import { type Command, InvalidArgumentError } from 'commander';
import { parseTime } from '#platform/clock.js';
import { realmOption } from './realm-option.js';
import type { Terminal } from './terminal.js';

export interface AuditOptions {
  realm: string;
  actor?: string;
  kind?: string;
  since?: Date;
  until?: Date;
  before?: number;
  limit: number;
}

const DEFAULT_LIMIT = 100;

export function addAuditCommand(program: Command, terminal: Terminal): void {
  program
    .command('audit')
    .description('print administrative acts as JSON, newest first')
    .addOption(realmOption())
    .option('--actor <email>', 'only acts of this user')
    .option('--kind <kind>', 'only acts of this kind, such as user.role_changed')
    .option('--since <time>', 'only acts at or after this time, in ISO 8601', parseDate)
    .option('--until <time>', 'only acts before this time, in ISO 8601', parseDate)
    .option('--before <id>', 'only entries with smaller ids, for the next page', parseNumber)
    .option('--limit <count>', 'maximum number of entries', parseNumber, DEFAULT_LIMIT)
    .action(async (options: AuditOptions) => {
      const { printAuditLog } = await import('./audit.actions.js');
      await printAuditLog(terminal, options);
    });
}

function parseDate(text: string): Date {
  const date = parseTime(text);
  if (!date) throw new InvalidArgumentError('It must be a time.');
  return date;
}

function parseNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new InvalidArgumentError('It must be a positive number.');
  }
  return value;
}
