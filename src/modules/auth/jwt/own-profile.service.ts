// The user that somebody is who has just logged in, as they see themselves.
import { Injectable } from '@nestjs/common';
import { UserChanges, wholeUserView } from '#modules/users/users';
import type { Schema } from '#platform/http/contract.js';

@Injectable()
export class OwnProfile {
  constructor(private readonly userChanges: UserChanges) {}

  async of(realmId: number, userId: number): Promise<Schema<'User'>> {
    const user = await this.userChanges.get(realmId, userId);
    return wholeUserView(user, { clientGravatar: false, withProfile: false }, true);
  }
}
