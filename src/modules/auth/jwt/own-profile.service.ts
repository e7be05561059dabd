// The user that somebody is who has just logged in, as they see themselves.
import { Injectable } from '@nestjs/common';
import { UserChanges, wholeUserView } from '#modules/users/users';

@Injectable()
export class OwnProfile {
  constructor(private readonly userChanges: UserChanges) {}

  async of(realmId: number, userId: number): Promise<Record<string, unknown>> {
    const user = await this.userChanges.get(realmId, userId);
    return wholeUserView(user, { clientGravatar: false, withProfile: false }, true);
  }
}
