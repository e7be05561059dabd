// The account of somebody whom the directory lets in.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import type { RealmIdentity } from '#platform/http/actor.js';
import { Directory } from './directory.service.js';
import { OutsideAccounts } from '#modules/auth/external-identities';
import type { LoginAccount } from '#modules/auth/authentication';

@Injectable()
export class DirectoryLogin {
  constructor(
    private readonly directory: Directory,
    private readonly outsideAccounts: OutsideAccounts,
    private readonly config: Config,
  ) {}

  /** Undefined when the directory lets nobody in, or who it is has no account and gets none. */
  async check(
    realm: RealmIdentity,
    { username, password }: { username: string; password: string },
  ): Promise<LoginAccount | undefined> {
    const identity = await this.directory.identify(username.trim(), password);
    if (!identity) return undefined;
    const mayCreate = this.config.signIn.directory?.createsAccounts ?? false;
    return this.outsideAccounts.find(realm.id, identity, { mayCreate });
  }
}
