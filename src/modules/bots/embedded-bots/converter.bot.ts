// Converts a quantity from one unit to another: `5 miles in km`.
import { convert, type Unit } from 'convert';
import type { EmbeddedBot } from './embedded-bot.js';

const QUESTION =
  /^(?:convert\s+)?(-?\d{1,30}(?:\.\d{1,30})?)\s*(\S(?:.{0,38}\S)?)\s+(?:in|to|into)\s+(\S(?:.{0,38}[^\s?])?)\s*\??$/i;
const HELP = 'Ask me something like `5 miles in km` or `20 C to F`.';
/** The precision of results; more digits would show rounding errors. */
const DIGITS = 10;

export const converter: EmbeddedBot = {
  name: 'converter',
  config: {},
  reply({ text }) {
    const [, quantity, from, to] = QUESTION.exec(text.trim()) ?? [];
    if (quantity === undefined || from === undefined || to === undefined) return [{ text: HELP }];
    const result = converted(Number(quantity), from, to);
    if (result === undefined) {
      return [{ text: `I cannot convert ${asCode(from)} to ${asCode(to)}. ${HELP}` }];
    }
    return [{ text: `${quantity} ${from} = **${result} ${to}**` }];
  },
};

/** Tries units as typed first, because case distinguishes some, such as bits and bytes. */
function converted(quantity: number, from: string, to: string): number | undefined {
  for (const [one, other] of [
    [from, to],
    [from.toLowerCase(), to.toLowerCase()],
  ]) {
    const result = attempt(quantity, one as Unit, other as Unit);
    if (result !== undefined) return Number(result.toPrecision(DIGITS));
  }
  return undefined;
}

function attempt(quantity: number, from: Unit, to: Unit): number | undefined {
  try {
    const result = convert(quantity, from).to(to);
    return Number.isFinite(result) ? result : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function asCode(unit: string): string {
  return `\`${unit.replaceAll('`', "'")}\``;
}
