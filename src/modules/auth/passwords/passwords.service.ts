// The passwords that are stored here, as argon2id hashes: what a password may be, and whether one
// matches. Hashing and comparing take a while on purpose and belong before a transaction.
import argon2 from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { isMethodOn, LIMITS, RealmsService } from '#modules/realms/realms';
import { randomAlphanumeric } from '#platform/crypto.js';
import { ApiError } from '#platform/http/api-error.js';

/** The owner of a password, whose name and address it must not repeat. */
export interface PasswordOwner {
  email: string;
  fullName: string;
}

@Injectable()
export class Passwords {
  private readonly absentHash: Promise<string> = argon2.hash(randomAlphanumeric(32));

  constructor(
    private readonly realmsService: RealmsService,
    private readonly config: Config,
  ) {}

  /** Whether users log in with passwords that are stored here. */
  async areEnabled(realmId: number): Promise<boolean> {
    return isMethodOn('Email', await this.realmsService.settings(realmId), this.config.signIn);
  }

  /** Throws BAD_REQUEST for a password that may not be chosen. */
  async hash(password: string, owner?: PasswordOwner): Promise<string> {
    const problem = this.problem(password, owner);
    if (problem !== undefined) throw ApiError.badRequest(problem);
    return argon2.hash(password);
  }

  /** The reason why the password may not be chosen, if there is one. */
  problem(password: string, owner?: PasswordOwner): string | undefined {
    const { password_min_length: min, password_max_length: max } = LIMITS;
    const length = [...password].length;
    if (length < min) return `The password is too short (at least ${min} characters)`;
    if (length > max) return `The password is too long (at most ${max} characters)`;
    if (owner && isObvious(password, owner)) return 'The password is too easy to guess';
    return undefined;
  }

  /** Takes the same time without a hash as with one, so that the duration reveals nothing. */
  async matches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
    const isMatch = await argon2.verify(passwordHash ?? (await this.absentHash), password);
    return isMatch && typeof passwordHash === 'string';
  }
}

function isObvious(password: string, { email, fullName }: PasswordOwner): boolean {
  const guesses = [email, email.split('@', 1)[0], fullName];
  const normalized = password.trim().toLowerCase();
  return guesses.some((guess) => guess?.trim().toLowerCase() === normalized);
}
