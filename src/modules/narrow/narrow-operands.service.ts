// Finds what the operands of a narrow name: channels, people, conversations. Throws BAD_NARROW for
// what can not be understood or names nothing that the actor may know.
import { Injectable } from '@nestjs/common';
import { type AccessedStream, StreamsAccess } from '#modules/streams/streams.access.js';
import { UsersService } from '#modules/users/users.service.js';
import type { Actor } from '#platform/http/actor.js';
import { badNarrow, type NarrowOperand } from './narrow-terms.js';

@Injectable()
export class NarrowOperands {
  constructor(
    private readonly streams: StreamsAccess,
    private readonly users: UsersService,
  ) {}

  async channel(actor: Actor, operand: NarrowOperand): Promise<AccessedStream> {
    if (Array.isArray(operand)) throw badNarrow('a channel is a name or an ID');
    const accessed =
      typeof operand === 'number'
        ? await this.streams.findById(actor, operand)
        : await this.streams.findByName(actor, operand);
    if (!accessed) throw badNarrow(`unknown channel ${operand}`);
    return accessed;
  }

  async person(actor: Actor, operand: NarrowOperand): Promise<number> {
    if (Array.isArray(operand)) throw badNarrow('a person is an ID or an address');
    const [userId] = await this.people(actor, [String(operand)]);
    return userId!;
  }

  /** The sorted ids of the people of a direct conversation, the actor among them. */
  async conversation(actor: Actor, operand: NarrowOperand): Promise<number[]> {
    const names =
      typeof operand === 'string'
        ? operand.split(',').map((name) => name.trim())
        : [operand].flat().map(String);
    const userIds = await this.people(actor, names);
    return [...new Set([...userIds, actor.userId])].toSorted((a, b) => a - b);
  }

  /** Each is an id or an address, and all are the same kind. */
  private async people(actor: Actor, names: string[]): Promise<number[]> {
    const areIds = names.every((name) => /^\d{1,9}$/.test(name));
    const found = areIds
      ? await this.users.findByIds(actor.realmId, names.map(Number))
      : await this.users.findByEmails(actor.realmId, names, actor);
    if (found.length !== new Set(names.map((name) => name.toLowerCase())).size) {
      throw badNarrow(`unknown user in ${names.join(', ')}`);
    }
    return found.map(({ id }) => id);
  }
}

export function textOperand(operand: NarrowOperand): string {
  if (typeof operand !== 'string') throw badNarrow(`${String(operand)} is not a text`);
  return operand;
}

export function messageIdOperand(operand: NarrowOperand): number {
  const id = typeof operand === 'string' && /^\d{1,15}$/.test(operand) ? Number(operand) : operand;
  if (typeof id !== 'number' || id < 0) throw badNarrow('a message ID is a positive number');
  return id;
}
