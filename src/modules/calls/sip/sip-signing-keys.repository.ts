import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, LessThan, MoreThan, type Repository } from 'typeorm';
import { insertOrIgnore } from '#platform/database/insert-or-ignore.js';
import { SipSigningKeyEntity } from './sip-signing-key.entity.js';

@Injectable()
export class SipSigningKeysRepository {
  constructor(
    @InjectRepository(SipSigningKeyEntity) private readonly keys: Repository<SipSigningKeyEntity>,
  ) {}

  findActive(): Promise<SipSigningKeyEntity | null> {
    return this.keys.findOneBy({ retiredAt: IsNull() });
  }

  /** Returns the active key and the keys that were retired after `time`, newest first. */
  findUsable(time: Date): Promise<SipSigningKeyEntity[]> {
    return this.keys.find({
      where: [{ retiredAt: IsNull() }, { retiredAt: MoreThan(time) }],
      order: { createdAt: 'DESC' },
    });
  }

  /** Does nothing if another key is active. */
  async insertActive(key: SipSigningKeyEntity): Promise<void> {
    await insertOrIgnore(this.keys, key);
  }

  async retireActive(now: Date): Promise<void> {
    await this.keys.update({ retiredAt: IsNull() }, { retiredAt: now });
  }

  async deleteRetiredBefore(time: Date): Promise<void> {
    await this.keys.delete({ retiredAt: LessThan(time) });
  }
}
