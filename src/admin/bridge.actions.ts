// Allows and forbids accounts to send messages on behalf of other users.
import { MirroredSenders } from '#modules/messages/send';
import { UsersService } from '#modules/users/users';
import type { BridgeOptions } from './bridge.commands.js';
import { CommandError } from './command-error.js';
import { withFeatures } from './features.js';
import { findRealm } from './realm.actions.js';
import type { Terminal } from './terminal.js';

export function allowBridge(
  terminal: Terminal,
  { email, realm }: BridgeOptions,
  isAllowed: boolean,
): Promise<void> {
  return withFeatures(terminal, async (features) => {
    const { id: realmId } = await findRealm(features, realm);
    const [user] = await features(UsersService).findByEmails(realmId, [email]);
    if (!user) throw new CommandError(`No user of the organization has the email ${email}.`);
    await features(MirroredSenders).allow(user, isAllowed);
    terminal.printJson({ user_id: user.id, can_send_on_behalf: isAllowed });
  });
}
