// Creates the demo organization and prints its credentials.
import { RealmsService } from '#modules/realms/realms';
import type { CreatedUser } from '#modules/users/users';
import { randomAlphanumeric } from '#platform/crypto.js';
import { Role } from '#platform/http/actor.js';
import { CommandError } from './command-error.js';
import { DemoClock } from './demo-clock.js';
import type { DemoOptions } from './demo.commands.js';
import { DemoOrganization, WITH_PASSWORD } from './demo-organization.js';
import { type Features, withFeatures } from './features.js';
import type { Terminal } from './terminal.js';

const PASSWORD_LENGTH = 20;

export function createDemo(terminal: Terminal, options: DemoOptions): Promise<void> {
  const clock = new DemoClock();
  return withFeatures(terminal, (features) => create(features, clock, terminal, options), {
    clock,
    createsDatabase: true,
  });
}

async function create(
  features: Features,
  clock: DemoClock,
  terminal: Terminal,
  { stringId, users }: DemoOptions,
): Promise<void> {
  const realms = features(RealmsService);
  if (await realms.findByStringId(stringId)) {
    throw new CommandError(
      `The organization "${stringId}" already exists. Choose another id with --string-id.`,
    );
  }
  const password = randomAlphanumeric(PASSWORD_LENGTH);
  const organization = new DemoOrganization(features, clock, terminal.progress);
  const demo = await organization.create({ stringId, users, password });
  terminal.printJson({
    realm_id: demo.realmId,
    string_id: stringId,
    url: await realms.url(demo.realmId),
    users: demo.users.length,
    channels: demo.channels,
    topics: demo.topics,
    messages: demo.messages,
    credentials: [
      ...demo.users.slice(0, WITH_PASSWORD).map((person) => credentials(person, password)),
      credentials(demo.bot, undefined),
    ],
  });
}

function credentials(user: CreatedUser, password: string | undefined): Record<string, unknown> {
  return {
    user_id: user.id,
    full_name: user.fullName,
    role: user.botType === null ? Role[user.role].toLowerCase() : 'bot',
    email: user.deliveryEmail,
    ...(password === undefined ? {} : { password }),
    api_key: user.apiKey,
  };
}
