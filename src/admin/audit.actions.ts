// Prints the record of administrative acts of an organization.
import { AUDIT_KINDS, AuditLog, auditEntryView } from '#modules/realms/audit-log';
import { UsersService } from '#modules/users/users';
import type { AuditOptions } from './audit.commands.js';
import { CommandError } from './command-error.js';
import { type Features, withFeatures } from './features.js';
import { findRealm } from './realm.actions.js';
import type { Terminal } from './terminal.js';

export function printAuditLog(terminal: Terminal, options: AuditOptions): Promise<void> {
  const kind = AUDIT_KINDS.find((name) => name === options.kind);
  if (options.kind !== undefined && kind === undefined) {
    throw new CommandError(`The kinds of acts are ${AUDIT_KINDS.join(', ')}.`);
  }
  return withFeatures(terminal, async (features) => {
    const { id: realmId } = await findRealm(features, options.realm);
    const filter = {
      actorId:
        options.actor === undefined
          ? undefined
          : await findUserId(features, realmId, options.actor),
      kind,
      since: options.since && options.since.getTime() / 1000,
      until: options.until && options.until.getTime() / 1000,
      before: options.before,
    };
    const { entries } = await features(AuditLog).find(realmId, filter, options.limit);
    terminal.printJson(entries.map(auditEntryView));
  });
}

async function findUserId(features: Features, realmId: number, email: string): Promise<number> {
  const [user] = await features(UsersService).findByEmails(realmId, [email]);
  if (!user) throw new CommandError(`No user of the organization has the email ${email}.`);
  return user.id;
}
