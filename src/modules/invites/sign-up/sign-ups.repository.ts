import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, MoreThan, type Repository } from 'typeorm';
import { Clock, fromSeconds } from '#platform/clock.js';
import { newToken, tokenHash } from '#platform/one-time-tokens.js';
import { SignUpEntity } from './sign-up.entity.js';

const VALID_SECONDS = 24 * 3600;

@Injectable()
export class SignUpsRepository {
  constructor(
    @InjectRepository(SignUpEntity) private readonly signUps: Repository<SignUpEntity>,
    private readonly clock: Clock,
  ) {}

  /** Returns the token of the new row. Deletes the rows of all realms that have expired. */
  async insert(realmId: number, email: string): Promise<string> {
    const { token, hash } = newToken();
    const expiresAt = fromSeconds(this.clock.seconds() + VALID_SECONDS);
    await this.signUps.delete({ expiresAt: LessThan(this.clock.now()) });
    await this.signUps.insert({ tokenHash: hash, realmId, email, expiresAt });
    return token;
  }

  /** Returns the address that the token confirms. */
  async findEmail(realmId: number, token: string): Promise<string | undefined> {
    const row = await this.signUps.findOneBy({
      realmId,
      tokenHash: tokenHash(token),
      expiresAt: MoreThan(this.clock.now()),
    });
    return row?.email;
  }

  async deleteAllOf(realmId: number, email: string): Promise<void> {
    await this.signUps.delete({ realmId, email });
  }
}
