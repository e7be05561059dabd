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
}

export function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
