// The only source of the current time, which tests can replace.
import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';

@Injectable()
export class Clock {
  private elapsedMs = 1;
  private lastMs: number | undefined;

  now(): Date {
    return new Date();
  }

  /** UNIX time in whole seconds, the unit of the wire. */
  seconds(): number {
    return toSeconds(this.now());
  }

  /** The time this many seconds before the current one. */
  ago(seconds: number): Date {
    return new Date(this.now().getTime() - seconds * 1000);
  }

  /** The time this many seconds after the current one. */
  later(seconds: number): Date {
    return new Date(this.now().getTime() + seconds * 1000);
  }

  /**
   * Milliseconds for ages, from an arbitrary start. It never goes back: setting the system's time, in
   * either direction, adds the difference, so that values of unknown age count as old.
   */
  elapsed(): number {
    const now = this.now().getTime();
    this.elapsedMs += Math.abs(now - (this.lastMs ?? now));
    this.lastMs = now;
    return this.elapsedMs;
  }

  /** Resolves after this time, or as soon as the signal aborts. */
  async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    try {
      await delay(milliseconds, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

export function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

export function fromSeconds(seconds: number): Date {
  return new Date(seconds * 1000);
}

const ISO_TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Parses an ISO 8601 date or time, in UTC unless it has a zone; undefined for any other text. */
export function parseTime(text: string): Date | undefined {
  const [, day, time = '00:00', zone = 'Z'] = ISO_TIME.exec(text) ?? [];
  if (day === undefined) return undefined;
  const [, sign = '+', hours = '00', minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const moment = new Date(`${day}T${time}${sign}${hours}:${minutes}`);
  // Date reads the 31st of a shorter month as the 1st of the next month.
  const isRealDay = new Date(`${day}T00:00Z`).getUTCDate() === Number(day.slice(-2));
  return Number.isNaN(moment.getTime()) || !isRealDay ? undefined : moment;
}
