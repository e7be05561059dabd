// Creates, lists, reactivates and finds organizations.
import { Config } from '#config/config.js';
import { type Realm, RealmChanges, RealmsService } from '#modules/realms/realms';
import { RealmSetupService } from '#modules/realms/setup';
import { Passwords } from '#modules/auth/passwords';
import { randomAlphanumeric } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import { CommandError } from './command-error.js';
import { type Features, withFeatures } from './features.js';
import type { CreateRealmOptions } from './realm.commands.js';
import type { Terminal } from './terminal.js';

const GENERATED_PASSWORD_LENGTH = 20;

export function createRealm(terminal: Terminal, options: CreateRealmOptions): Promise<void> {
  return withFeatures(terminal, (features) => create(features, terminal, options), {
    createsDatabase: true,
  });
}

export function listRealms(terminal: Terminal): Promise<void> {
  return withFeatures(terminal, (features) => list(features, terminal));
}

export function reactivateRealm(terminal: Terminal, stringId: string): Promise<void> {
  return withFeatures(terminal, (features) => reactivate(features, terminal, stringId));
}

async function create(
  features: Features,
  terminal: Terminal,
  options: CreateRealmOptions,
): Promise<void> {
  const configured = features(Config).owner;
  const chosen = options.ownerPassword ?? configured.password;
  const password = chosen ?? randomAlphanumeric(GENERATED_PASSWORD_LENGTH);
  const { realmId, owner } = await features(RealmSetupService).createRealm({
    stringId: options.stringId,
    name: options.name,
    owner: {
      email: options.ownerEmail ?? configured.email,
      fullName: options.ownerFullName ?? configured.fullName,
      passwordHash: await features(Passwords).hash(password),
    },
  });
  const realms = features(RealmsService);
  terminal.printJson({
    ...(await realmView(realms, await realms.get(realmId))),
    owner: {
      user_id: owner.id,
      email: owner.deliveryEmail,
      api_key: owner.apiKey,
      ...(chosen === undefined ? { password } : {}),
    },
  });
}

async function list(features: Features, terminal: Terminal): Promise<void> {
  const realms = features(RealmsService);
  const all = await realms.findAll();
  terminal.printJson(await Promise.all(all.map((realm) => realmView(realms, realm))));
}

async function reactivate(features: Features, terminal: Terminal, stringId: string): Promise<void> {
  const { id } = await findRealm(features, stringId);
  const isOpen = await features(Database).transaction(() => features(RealmChanges).reactivate(id));
  if (!isOpen) {
    throw new CommandError('The organization is not deactivated, or its data is being deleted.');
  }
  const realms = features(RealmsService);
  terminal.printJson(await realmView(realms, (await realms.findById(id))!));
}

async function realmView(realms: RealmsService, realm: Realm): Promise<Record<string, unknown>> {
  return {
    realm_id: realm.id,
    string_id: realm.stringId,
    name: realm.name,
    url: await realms.url(realm.id),
    deactivated: realm.deactivated,
    deletion_date: realm.deletionDate?.toISOString() ?? null,
  };
}

/** Throws a CommandError when the organization does not exist. */
export async function findRealm(features: Features, stringId: string): Promise<Realm> {
  const realm = await features(RealmsService).findByStringId(stringId);
  if (realm) return realm;
  throw new CommandError(
    stringId === ''
      ? 'There is no root organization. Choose one with --realm, or create it with "realm create".'
      : `There is no organization "${stringId}". "realm list" lists the organizations.`,
  );
}
