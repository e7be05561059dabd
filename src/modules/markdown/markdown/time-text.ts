// Parses times as people write them: ISO 8601, Unix seconds, or a day, a month name and a year with an
// optional time and zone, in any order.
import { fromSeconds, parseTime } from '#platform/clock.js';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** UTC offsets by abbreviation. */
const ZONES: Record<string, string> = {
  z: '+00:00',
  utc: '+00:00',
  gmt: '+00:00',
  wet: '+00:00',
  west: '+01:00',
  bst: '+01:00',
  cet: '+01:00',
  cest: '+02:00',
  eet: '+02:00',
  eest: '+03:00',
  msk: '+03:00',
  ist: '+05:30',
  sgt: '+08:00',
  hkt: '+08:00',
  awst: '+08:00',
  jst: '+09:00',
  kst: '+09:00',
  aest: '+10:00',
  aedt: '+11:00',
  nzst: '+12:00',
  nzdt: '+13:00',
  est: '-05:00',
  edt: '-04:00',
  cst: '-06:00',
  cdt: '-05:00',
  mst: '-07:00',
  mdt: '-06:00',
  pst: '-08:00',
  pdt: '-07:00',
};

const TOKEN =
  /([+-]\d{1,2}:?\d{2}$)|(\d{1,2}):(\d{2})(?::(\d{2}))?|(\d{1,2})(?=\s?[ap]m\b)|(\d{1,4})(?:st|nd|rd|th)?(?![a-z\d])|([a-z]+)\.?|[\s,]+/iy;
const LAST_SECOND = 253_402_300_799;

interface Parts {
  day?: number;
  month?: number;
  year?: number;
  hour?: number;
  minute?: number;
  second?: number;
  half?: 'am' | 'pm';
  zone?: string;
}

/** Returns ISO 8601 in UTC with a precision of seconds; undefined for an invalid time. */
export function parseTimeText(text: string): string | undefined {
  const input = text.trim();
  if (/^\d{9,}$/.test(input)) {
    const seconds = Number(input);
    return seconds <= LAST_SECOND ? isoUtc(fromSeconds(seconds)) : undefined;
  }
  const moment = parseTime(input) ?? parseParts(input);
  return moment && isoUtc(moment);
}

function parseParts(text: string): Date | undefined {
  const parts: Parts = {};
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match || !take(parts, match)) return undefined;
  }
  const { day, month, year, hour = 0, minute = 0, second = 0, half, zone = '+00:00' } = parts;
  if (day === undefined || month === undefined || year === undefined) return undefined;
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  const hours = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
  const date = `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
  return parseTime(`${date}T${padded(hours)}:${padded(minute)}:${padded(second)}${zone}`);
}

/** Adds the token to `parts`; returns false if it is invalid or a repetition. */
function take(parts: Parts, match: RegExpExecArray): boolean {
  const [, offset, hour, minute, second, bareHour, number, word] = match;
  if (offset !== undefined) return setZone(parts, normalizedOffset(offset));
  if (hour !== undefined) return setTime(parts, Number(hour), Number(minute), Number(second ?? 0));
  if (bareHour !== undefined) return setTime(parts, Number(bareHour), 0, 0);
  if (number !== undefined) return takeNumber(parts, number);
  return word === undefined || takeWord(parts, word.toLowerCase());
}

function takeNumber(parts: Parts, digits: string): boolean {
  if (digits.length === 4 && parts.year === undefined) parts.year = Number(digits);
  else if (digits.length <= 2 && parts.day === undefined) parts.day = Number(digits);
  else return false;
  return true;
}

function takeWord(parts: Parts, word: string): boolean {
  if (word === 'am' || word === 'pm') {
    if (parts.hour === undefined || parts.half !== undefined) return false;
    parts.half = word;
    return true;
  }
  const zone = ZONES[word];
  if (zone !== undefined) return setZone(parts, zone);
  if (word === 'at' || word === 'of' || WEEKDAYS.includes(word.slice(0, 3))) return true;
  const month = MONTHS.indexOf(word.slice(0, 3));
  if (month === -1 || parts.month !== undefined) return false;
  parts.month = month + 1;
  return true;
}

function setTime(parts: Parts, hour: number, minute: number, second: number): boolean {
  if (parts.hour !== undefined || hour > 23) return false;
  Object.assign(parts, { hour, minute, second });
  return true;
}

function setZone(parts: Parts, zone: string): boolean {
  if (parts.zone !== undefined) return false;
  parts.zone = zone;
  return true;
}

function normalizedOffset(offset: string): string {
  const digits = offset.slice(1).replace(':', '').padStart(4, '0');
  return `${offset[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

function padded(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}

function isoUtc(moment: Date): string {
  return moment.toISOString().replace('.000Z', 'Z');
}
