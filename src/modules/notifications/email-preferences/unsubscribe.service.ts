import { Injectable } from '@nestjs/common';
import { ChangeUserSettingsService } from '#modules/users/settings-catalogue';
import { UsersService } from '#modules/users/users';
import { EMAIL_KINDS, type EmailKind, UnsubscribeLinks } from './unsubscribe-links.service.js';

@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly unsubscribeLinks: UnsubscribeLinks,
    private readonly usersService: UsersService,
    private readonly changeUserSettingsService: ChangeUserSettingsService,
  ) {}

  /** Returns the kind of email and the user of a valid link. */
  async find(
    realmId: number,
    name: string,
    key: string,
  ): Promise<{ kind: EmailKind; userId: number } | undefined> {
    if (!isEmailKind(name)) return undefined;
    const userId = this.unsubscribeLinks.userOf(realmId, name, key);
    if (userId === undefined) return undefined;
    const [user] = await this.usersService.findByIds(realmId, [userId]);
    return user ? { kind: name, userId } : undefined;
  }

  /** Turns the setting off. Returns the kind of email, or undefined if the link is not valid. */
  async unsubscribe(realmId: number, name: string, key: string): Promise<EmailKind | undefined> {
    const link = await this.find(realmId, name, key);
    if (!link) return undefined;
    const { kind, userId } = link;
    await this.changeUserSettingsService.change(
      { realmId, userIds: [userId], skipEdited: false, markEdited: true },
      { [EMAIL_KINDS[kind]]: false },
    );
    return kind;
  }
}

function isEmailKind(name: string): name is EmailKind {
  return Object.hasOwn(EMAIL_KINDS, name);
}
