// Formats numbers, durations and names of values for sentences.

const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3600;
const SECONDS_PER_DAY = 86_400;

/** Returns a count such as "1 alert" or "2 alerts". */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** Returns the two largest units, such as "2 minutes 5 seconds"; undefined for negative numbers. */
export function duration(seconds: number | undefined): string | undefined {
  if (seconds === undefined || !(seconds >= 0)) return undefined;
  const whole = Math.round(seconds);
  const parts = [
    [Math.floor(whole / SECONDS_PER_DAY), 'day'],
    [Math.floor((whole % SECONDS_PER_DAY) / SECONDS_PER_HOUR), 'hour'],
    [Math.floor((whole % SECONDS_PER_HOUR) / SECONDS_PER_MINUTE), 'minute'],
    [whole % SECONDS_PER_MINUTE, 'second'],
  ] as const;
  const first = parts.findIndex(([number]) => number > 0);
  if (first === -1) return counted(0, 'second');
  return parts
    .slice(first, first + 2)
    .filter(([number]) => number > 0)
    .map(([number, unit]) => counted(number, unit))
    .join(' ');
}

const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
const BYTES_PER_UNIT = 1024;

/** Such as "1.5 GiB". Undefined for negative numbers. */
export function dataSize(bytes: number | undefined): string | undefined {
  if (bytes === undefined || !(bytes >= 0)) return undefined;
  let size = bytes;
  let unit = 0;
  while (size >= BYTES_PER_UNIT && unit < BYTE_UNITS.length - 1) {
    size /= BYTES_PER_UNIT;
    unit++;
  }
  return `${unit === 0 ? Math.round(size) : size.toFixed(1)} ${BYTE_UNITS[unit]}`;
}

/** Returns a value of an enumeration as words: "in progress" for `IN_PROGRESS`. */
export function words(value: string): string {
  return value
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Returns the text with a capital letter at the start. */
export function capitalized(value: string): string {
  return value.charAt(0).toUpperCase() + value.slice(1);
}
