// `demo`: an organization to look at, and how to get into it.
import { type Command, InvalidArgumentError } from 'commander';
import { RealmsService } from '#modules/realms/realms.service.js';
import type { CreatedUser } from '#modules/users/users.service.js';
import { randomAlphanumeric } from '#platform/crypto.js';
import { Role } from '#platform/http/actor.js';
import { CommandError } from './command-error.js';
import { DemoClock } from './demo-clock.js';
import { DemoOrganization, FEWEST_PEOPLE, WITH_PASSWORD } from './demo-organization.js';
import { type Features, withFeatures } from './features.js';
import type { Terminal } from './terminal.js';

const DEFAULT_PEOPLE = 12;
const MOST_PEOPLE = 10_000;
const PASSWORD_LENGTH = 20;

interface DemoOptions {
  stringId: string;
  users: number;
}

export function addDemoCommand(program: Command, terminal: Terminal): void {
  program
    .command('demo')
    .description('make an organization full of sample people and messages')
    .option('--string-id <id>', 'first label of its host name', 'demo')
    .option('--users <number>', 'how many people', numberOfPeople, DEFAULT_PEOPLE)
    .action((options: DemoOptions) => {
      const clock = new DemoClock();
      return withFeatures(
        terminal,
        (features) => createDemo(features, clock, terminal, options),
        clock,
      );
    });
}

function numberOfPeople(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < FEWEST_PEOPLE || number > MOST_PEOPLE) {
    throw new InvalidArgumentError(`It must be a number from ${FEWEST_PEOPLE} to ${MOST_PEOPLE}.`);
  }
  return number;
}

async function createDemo(
  features: Features,
  clock: DemoClock,
  terminal: Terminal,
  { stringId, users }: DemoOptions,
): Promise<void> {
  const realms = features(RealmsService);
  if (await realms.findByStringId(stringId)) {
    throw new CommandError(
      `there is already an organization "${stringId}"; name another one with --string-id`,
    );
  }
  const password = randomAlphanumeric(PASSWORD_LENGTH);
  const organization = new DemoOrganization(features, clock, terminal.progress);
  const demo = await organization.create({ stringId, people: users, password });
  terminal.printJson({
    realm_id: demo.realmId,
    string_id: stringId,
    url: await realms.url(demo.realmId),
    users: demo.people.length,
    channels: demo.channels,
    topics: demo.topics,
    messages: demo.messages,
    credentials: [
      ...demo.people.slice(0, WITH_PASSWORD).map((person) => credentials(person, password)),
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
