// Reads the payload of a webhook by paths such as 'repository.owner.login'. A value that is absent or has a
// different type throws an error with the path, so that integrations need no checks.

import { isTooDeep } from './json-depth.js';
import { wellFormed } from './well-formed.js';

/** Names of members, separated by dots; a list if names contain dots. */
export type Path = string | readonly string[];

/** Maximum number of items that are read from a list; `count` returns the number of all items. */
const MAX_ITEMS = 1000;

/** Maximum length of texts in UTF-16 code units, many times that of messages. Longer ones are truncated. */
const MAX_TEXT = 100_000;

/** A required member of the payload is missing or does not have the documented type. */
export class PayloadError extends Error {
  constructor(
    readonly problem: 'missing' | 'anomalous',
    /** Empty for the payload itself. */
    readonly path: string,
  ) {
    super(`The payload has no valid "${path}"`);
  }
}

export class Payload {
  readonly #parsed = new Map<string, Payload>();

  constructor(
    private readonly root: unknown,
    private readonly location = '',
  ) {}

  /** Returns the value at the path as it was sent; undefined if it is absent. */
  value(path: Path): unknown {
    let value = this.root;
    for (const name of namesOf(path)) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) {
        return undefined;
      }
      value = (value as Record<string, unknown>)[name];
    }
    return value;
  }

  /** Whether the value is present and not null. */
  has(path: Path): boolean {
    return (this.value(path) ?? null) !== null;
  }

  text(path: Path): string {
    return wellFormed(this.wholeText(path).slice(0, MAX_TEXT));
  }

  /** Undefined if it is absent, null or blank. */
  optionalText(path: Path): string | undefined {
    if (!this.has(path)) return undefined;
    const text = this.text(path);
    return text.trim() === '' ? undefined : text;
  }

  number(path: Path): number {
    const value = this.require(path);
    return typeof value === 'number' ? value : this.refuse(path);
  }

  optionalNumber(path: Path): number | undefined {
    return this.has(path) ? this.number(path) : undefined;
  }

  /** Returns a string, number or boolean as a string, for values that third parties send in several types. */
  label(path: Path): string {
    const value = this.require(path);
    const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
    return isScalar ? wellFormed(String(value).slice(0, MAX_TEXT)) : this.refuse(path);
  }

  /** Undefined if it is absent, null or blank. */
  optionalLabel(path: Path): string | undefined {
    if (!this.has(path)) return undefined;
    const label = this.label(path);
    return label.trim() === '' ? undefined : label;
  }

  /** Whether the value is true; false if it is absent or null. */
  flag(path: Path): boolean {
    const value = this.value(path) ?? false;
    return typeof value === 'boolean' ? value : this.refuse(path);
  }

  object(path: Path): Payload {
    const value = this.require(path);
    return isObject(value) ? new Payload(value, this.locate(path)) : this.refuse(path);
  }

  optionalObject(path: Path): Payload | undefined {
    return this.has(path) ? this.object(path) : undefined;
  }

  /** The first thousand items. */
  list(path: Path): Payload[] {
    const value = this.require(path);
    if (!Array.isArray(value)) return this.refuse(path);
    const location = this.locate(path);
    return (value as unknown[])
      .slice(0, MAX_ITEMS)
      .map((item, index) => new Payload(item, `${location}.${index}`));
  }

  /** Empty if it is absent or null. */
  optionalList(path: Path): Payload[] {
    return this.has(path) ? this.list(path) : [];
  }

  /** The length of a list; 0 if it is absent or null. */
  count(path: Path): number {
    const value = this.value(path) ?? [];
    return Array.isArray(value) ? value.length : this.refuse(path);
  }

  /** The texts of a list; empty if it is absent or null. */
  texts(path: Path): string[] {
    return this.optionalList(path).map((item) => item.text([]));
  }

  /** The first thousand members of an object, by name; empty if it is absent or null. */
  members(path: Path): [name: string, member: Payload][] {
    if (!this.has(path)) return [];
    const value = this.value(path);
    if (!isObject(value)) return this.refuse(path);
    const location = this.locate(path);
    return Object.keys(value)
      .slice(0, MAX_ITEMS)
      .map((name) => [name, new Payload(value[name], `${location}.${name}`)]);
  }

  /** The value of a text that contains JSON, as some third parties send it in a field of a form. It is parsed once. */
  parsed(path: Path): Payload {
    const location = this.locate(path);
    const known = this.#parsed.get(location);
    if (known) return known;
    const text = this.wholeText(path);
    if (isTooDeep(text)) return this.refuse(path);
    try {
      const parsed = new Payload(JSON.parse(text), location);
      this.#parsed.set(location, parsed);
      return parsed;
    } catch {
      return this.refuse(path);
    }
  }

  private wholeText(path: Path): string {
    const value = this.require(path);
    return typeof value === 'string' ? value : this.refuse(path);
  }

  private require(path: Path): unknown {
    const value = this.value(path);
    if (value !== undefined) return value;
    return this.isReachable(path) ? this.fail('missing', path) : this.fail('anomalous', path);
  }

  /** Whether all but the last part of the path are objects or absent. */
  private isReachable(path: Path): boolean {
    const names = namesOf(path);
    let value = this.root;
    for (const name of names) {
      if (value === undefined) return true;
      if (typeof value !== 'object' || value === null) return false;
      value = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    }
    return true;
  }

  private refuse(path: Path): never {
    return this.fail('anomalous', path);
  }

  private fail(problem: PayloadError['problem'], path: Path): never {
    throw new PayloadError(problem, this.locate(path));
  }

  private locate(path: Path): string {
    const own = namesOf(path).join('.');
    return this.location === '' ? own : own === '' ? this.location : `${this.location}.${own}`;
  }
}

function namesOf(path: Path): readonly string[] {
  return typeof path === 'string' ? path.split('.') : path;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
