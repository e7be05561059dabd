// The catalogue of docs/event-kinds.md, which lists for each kind of event whether it is sent.
import { readFileSync } from 'node:fs';

interface SentKind {
  kind: string;
  /** A folder of src/modules, or the event log. */
  definedIn: string;
  /** Names of test files. */
  tests: string[];
}

interface EventCatalogue {
  sent: SentKind[];
  /** By kind, the missing feature. */
  waiting: Map<string, string>;
  /** By kind, the reason. */
  never: Map<string, string>;
}

const page = readFileSync(new URL('../docs/event-kinds.md', import.meta.url), 'utf8');

export const eventCatalogue: EventCatalogue = {
  sent: rowsOf('Sent').map(([kind = '', definedIn = '', _cause, tests = '']) => ({
    kind,
    definedIn,
    tests: tests.split(', '),
  })),
  waiting: new Map(rowsOf('Not sent yet').map(([kind = '', feature = '']) => [kind, feature])),
  never: new Map(rowsOf('Not sent').map(([kind = '', reason = '']) => [kind, reason])),
};

/** The cells of the table under a heading, without backquotes. */
function rowsOf(heading: string): string[][] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}
