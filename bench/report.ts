// Formats the rows of a run as a table or as one JSON object.
import type { Row } from './scenario.js';

/** Undefined for a row without an aim. */
function isWithin({ aim, ours, floor }: Row): boolean | undefined {
  return aim?.isMet(ours, floor);
}

export function jsonReport(rows: Row[]): string {
  return JSON.stringify({
    rows: rows.map((row) => ({
      scenario: row.scenario,
      ours: rounded(row.ours),
      floor: rounded(row.floor),
      ratio: rounded(row.ours / row.floor),
      aim: row.aim?.text ?? null,
      within: isWithin(row) ?? null,
      p50: row.p50 === undefined ? null : rounded(row.p50),
      p99: row.p99 === undefined ? null : rounded(row.p99),
      unit: row.unit,
    })),
  });
}

const HEAD = ['scenario', 'ours', 'floor', '', 'ratio', 'aim', '', 'p50 ms', 'p99 ms', 'RSS MB'];
const NUMERIC = new Set([1, 2, 4, 7, 8, 9]);

export function table(rows: Row[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) =>
    Math.max(...cells.map((line) => [...(line[column] ?? '')].length)),
  );
  const lines = cells.map((line) =>
    line
      .map((cell, column) => pad(cell, widths[column] ?? 0, NUMERIC.has(column)))
      .join('  ')
      .trimEnd(),
  );
  lines.splice(1, 0, '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)));
  return lines.join('\n');
}

function cellsOf(row: Row): string[] {
  const within = isWithin(row);
  return [
    row.scenario,
    shown(row.ours),
    shown(row.floor),
    row.unit,
    (row.ours / row.floor).toFixed(2),
    row.aim?.text ?? '',
    within === undefined ? '' : within ? 'ok' : 'MISSED',
    row.p50 === undefined ? '' : shown(row.p50),
    row.p99 === undefined ? '' : shown(row.p99),
    row.memory === undefined ? '' : row.memory.toFixed(0),
  ];
}

function pad(cell: string, width: number, numeric: boolean): string {
  const spaces = ' '.repeat(Math.max(0, width - [...cell].length));
  return numeric ? spaces + cell : cell + spaces;
}

/** Formats with three significant digits. */
function shown(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(3);
}

function rounded(value: number): number {
  return Number(value.toPrecision(5));
}
