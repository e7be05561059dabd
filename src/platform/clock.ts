// The only source of the present time, so that a test can move it.
import { Injectable } from '@nestjs/common';

@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** UNIX time in whole seconds, the unit of the wire. */
  seconds(): number {
    return toSeconds(this.now());
  }

  /** Milliseconds since the process started, for ages: setting the system's time has no effect. */
  elapsed(): number {
    return performance.now();
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

/** A date or moment in ISO 8601, in UTC unless it names a zone; undefined for anything else. */
export function parseTime(text: string): Date | undefined {
  const [, day, time = '00:00', zone = 'Z'] = ISO_TIME.exec(text) ?? [];
  if (day === undefined) return undefined;
  const [, sign = '+', hours = '00', minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const moment = new Date(`${day}T${time}${sign}${hours}:${minutes}`);
  // Date takes the 31st of a short month for the 1st of the next.
  const isRealDay = new Date(`${day}T00:00Z`).getUTCDate() === Number(day.slice(-2));
  return Number.isNaN(moment.getTime()) || !isRealDay ? undefined : moment;
}
