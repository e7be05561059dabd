// The scene of the security tests: an organization with things of every kind, whose names in requests can
// be replaced by names of another organization's things, or by unknown ones.
import { request } from 'node:http';
import { AuthorizedClients } from '#modules/auth/authentication/authorized-clients.service.js';
import { InvitationsService } from '#modules/invites/invites/invitations.service.js';
import { SignUpsRepository } from '#modules/invites/sign-up/sign-ups.repository.js';
import { PasswordResetsRepository } from '#modules/auth/passwords/password-resets.repository.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { newToken } from '#platform/one-time-tokens.js';
import type { TestApp } from './app.js';
import { basic, type Credentials } from './client.js';
import {
  changeRealmSettings,
  createChannel,
  createCustomEmoji,
  createRealm,
  createUser,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { upload } from './uploads.js';

export type Name = string | number;

export const TOPIC = 'sample topic';
/** Parameter of scheduled messages and reminders, in the year 2100. */
export const LATER = { scheduled_delivery_timestamp: 4_102_444_800 };
export const WEB_ADDRESS = 'https://example.com/';

export class Organization {
  private constructor(
    readonly test: TestApp,
    readonly realm: TestRealm,
    readonly owner: TestUser,
  ) {}

  static async make(test: TestApp): Promise<Organization> {
    const realm = await createRealm(test);
    await changeRealmSettings(test, realm, { invite_required: false });
    return new Organization(test, realm, realm.owner);
  }

  /** Creates a thing of this kind and returns its name. */
  make(kind: Kind): Promise<Name> {
    return MAKERS[kind](this);
  }

  newUser(): Promise<TestUser> {
    return createUser(this.test, this.realm);
  }

  /** A field of the response to a write of the owner. */
  async given(path: string, fields: Record<string, unknown>, name: string): Promise<number> {
    const body = await this.owner.client.expect('POST', path, fields);
    return body[name] as number;
  }

  async idsOf(table: string): Promise<number[]> {
    const rows = await this.test.app
      .get(Database)
      .query<{ id: number }>(`SELECT id FROM ${table} WHERE realm_id = $1 ORDER BY id`, [
        this.realm.realmId,
      ]);
    return rows.map(({ id }) => id);
  }
}

async function message({ owner }: Organization, content = 'Sample'): Promise<number> {
  const { id } = await createChannel(owner, []);
  return sendToStream(owner, id, TOPIC, content);
}

async function channel({ owner }: Organization): Promise<{ id: number; name: string }> {
  const made = await createChannel(owner, []);
  await sendToStream(owner, made.id, TOPIC, 'Sample');
  return made;
}

async function invitationToken(organization: Organization): Promise<string> {
  const { test, realm, owner } = organization;
  const invitations = test.app.get(InvitationsService);
  const email = `${unique('guest')}@example.com`;
  const tokens = await test.app.get(Database).transaction(() =>
    invitations.createForEmails(
      realm.realmId,
      { inviterId: owner.userId, emails: [email] },
      {
        role: Role.Member,
        streamIds: [],
        groupIds: [],
        withDefaultStreams: false,
        notifiesInviter: false,
        welcomeText: null,
        minutes: 100,
      },
    ),
  );
  return tokens.get(email)!;
}

const CALL_ACTION = {
  call_trace_id: 'sample',
  source: 'user',
  surface: 'sample',
  device_instance_id: 'sample',
  client_action_id: 'sample',
};

/** A call of the owner to a new user, with the title of its group in the history. */
async function startedCall(made: Organization): Promise<{ callId: string; title: string }> {
  const title = unique('Person');
  const { userId } = await createUser(made.test, made.realm, { fullName: title });
  const { call } = await made.owner.client.expect('POST', 'calls/start', {
    conversation: { kind: 'dm', dmUserIds: [userId] },
    idempotency_key: unique('key'),
    device_instance_id: 'sample',
    call_trace_id: 'sample',
  });
  return { callId: (call as { callId: string }).callId, title };
}

const MAKERS = {
  user: async (made: Organization) => (await made.newUser()).userId,
  email: async (made: Organization) => (await made.newUser()).email,
  formerUser: async ({ test, realm, owner }: Organization) => {
    const { userId } = await createUser(test, realm);
    await owner.client.expect('DELETE', `users/${userId}`);
    return userId;
  },
  presentUser: async (made: Organization) => (await presentUser(made)).userId,
  presentEmail: async (made: Organization) => (await presentUser(made)).email,
  mutedUser: async (made: Organization) => {
    const { userId } = await made.newUser();
    await made.owner.client.expect('POST', `users/me/muted_users/${userId}`);
    return userId;
  },
  bot: (made: Organization) =>
    made.given('bots', { full_name: unique('Bot'), short_name: unique('bot') }, 'user_id'),
  followupBot: (made: Organization) =>
    made.given(
      'bots',
      {
        full_name: unique('Bot'),
        short_name: unique('bot'),
        bot_type: 4,
        service_name: 'followup',
      },
      'user_id',
    ),
  channel: async (made: Organization) => (await channel(made)).id,
  channelName: async (made: Organization) => (await channel(made)).name,
  /** For operations that create a channel if the name is unknown. */
  madeName: async ({ owner }: Organization) => {
    const name = unique('made');
    await subscribe(owner, name);
    return name;
  },
  privateChannel: ({ owner }: Organization) =>
    subscribe(owner, unique('private'), { invite_only: true }),
  defaultChannel: async (made: Organization) => {
    const { id } = await channel(made);
    await made.owner.client.expect('POST', 'default_streams', { stream_id: id });
    return id;
  },
  sharedChannel: async (made: Organization) =>
    (await createChannel(made.owner, [await made.newUser()])).id,
  call: async (made: Organization) => (await startedCall(made)).callId,
  callGroup: async (made: Organization) => {
    const { callId, title } = await startedCall(made);
    const hangUp = { ...CALL_ACTION, idempotency_key: unique('key'), action: 'hangup' };
    await made.owner.client.expect('POST', `calls/${callId}/actions`, hangUp);
    const { groups } = await made.owner.client.expect('POST', 'calls/history', { limit: 200 });
    return (groups as { groupKey: string; title: string }[]).find((one) => one.title === title)!
      .groupKey;
  },
  message: (made: Organization) => message(made),
  reactedMessage: async (made: Organization) => {
    const id = await message(made);
    await made.owner.client.expect('POST', `messages/${id}/reactions`, { emoji_name: 'tada' });
    return id;
  },
  poll: (made: Organization) => message(made, '/poll Sample?\none\ntwo'),
  group: ({ owner }: Organization) => group(owner, [owner.userId]),
  invitation: async (made: Organization) => {
    await invitationToken(made);
    return (await made.idsOf('invitations')).at(-1)!;
  },
  inviteLink: async (made: Organization) => {
    await made.owner.client.expect('POST', 'invites/multiuse', {});
    return (await made.idsOf('invitations')).at(-1)!;
  },
  joinToken: invitationToken,
  signUpToken: ({ test, realm }: Organization) =>
    test.app.get(SignUpsRepository).insert(realm.realmId, `${unique('new')}@example.com`),
  resetToken: async (made: Organization) => {
    const { userId } = await made.newUser();
    const { app } = made.test;
    return app
      .get(Database)
      .transaction(() =>
        app.get(PasswordResetsRepository).issue({ realmId: made.realm.realmId, userId }),
      );
  },
  emailToken: async (made: Organization) => {
    const { test, realm } = made;
    const { userId } = await made.newUser();
    const { token, hash } = newToken();
    await test.app.get(Database).query(
      `INSERT INTO email_changes (user_id, realm_id, token_hash, new_email, expires_at)
       VALUES ($1, $2, $3, $4, '2100-01-01')`,
      [userId, realm.realmId, hash, `${unique('new')}@example.com`],
    );
    return token;
  },
  authorizedClient: async (made: Organization) => {
    const { test, realm, owner } = made;
    await test.app
      .get(AuthorizedClients)
      .openSession(
        { realmId: realm.realmId, userId: owner.userId },
        { clientName: 'Sample', userAgent: 'Sample', address: '127.0.0.1' },
      );
    return (await made.idsOf('authorized_clients')).at(-1)!;
  },
  attachment: async (made: Organization) => {
    await upload(made.owner);
    return (await made.idsOf('attachments')).at(-1)!;
  },
  linkifier: (made: Organization) =>
    made.given(
      'realm/filters',
      { pattern: `${unique('x')}(?P<id>[0-9]+)`, url_template: `${WEB_ADDRESS}{id}` },
      'id',
    ),
  emojiName: async ({ test, realm }: Organization) => {
    const name = unique('emoji');
    await createCustomEmoji(test, realm, name);
    return name;
  },
  emojiCode: ({ test, realm }: Organization) => createCustomEmoji(test, realm, unique('emoji')),
  profileField: (made: Organization) =>
    made.given('realm/profile_fields', { field_type: 1, name: unique('Field') }, 'id'),
  choiceField: (made: Organization) =>
    made.given(
      'realm/profile_fields',
      { field_type: 3, name: unique('Field'), field_data: { a: { text: 'Sample', order: '1' } } },
      'id',
    ),
  folder: (made: Organization) =>
    made.given('channel_folders/create', { name: unique('Folder') }, 'channel_folder_id'),
  channelGroup: async (made: Organization) => {
    await made.owner.client.expect('POST', 'default_stream_groups/create', {
      group_name: unique('Group'),
      description: '',
      stream_names: [],
    });
    return (await made.idsOf('default_stream_groups')).at(-1)!;
  },
  view: async ({ owner }: Organization) => {
    const fragment = `narrow/topic/${unique('view')}`;
    const view = { fragment, is_pinned: true, name: unique('View') };
    await owner.client.expect('POST', 'navigation_views', view);
    return fragment;
  },
  draft: async ({ owner }: Organization) => {
    const draft = { type: '', to: [], topic: '', content: 'later' };
    const { ids } = await owner.client.expect('POST', 'drafts', { drafts: [draft] });
    return (ids as number[])[0]!;
  },
  scheduledMessage: (made: Organization) =>
    made.given(
      'scheduled_messages',
      { type: 'direct', to: [made.owner.userId], content: 'later', ...LATER },
      'scheduled_message_id',
    ),
  reminder: async (made: Organization): Promise<number> => {
    const { owner } = made;
    const { id } = await owner.client.expect('POST', 'messages', {
      type: 'direct',
      to: [owner.userId],
      content: 'now',
    });
    return made.given('reminders', { message_id: id, ...LATER }, 'reminder_id');
  },
  snippet: (made: Organization) =>
    made.given('saved_snippets', { title: 'Sample', content: 'text' }, 'saved_snippet_id'),
  device: (made: Organization) => made.given('register_client_device', {}, 'device_id'),
  queue: async ({ owner }: Organization) => {
    const { queue_id: id } = await owner.client.expect('POST', 'register', { event_types: [] });
    return id as string;
  },
  playground: (made: Organization) =>
    made.given(
      'realm/playgrounds',
      {
        name: unique('Playground'),
        pygments_language: 'Python',
        url_template: `${WEB_ADDRESS}{code}`,
      },
      'id',
    ),
  domain: async ({ owner }: Organization) => {
    const domain = `${unique('domain')}.example.com`;
    await owner.client.expect('POST', 'realm/domains', { domain, allow_subdomains: false });
    return domain;
  },
} satisfies Record<string, (made: Organization) => Promise<Name>>;

export type Kind = keyof typeof MAKERS;

async function presentUser(made: Organization): Promise<TestUser> {
  const user = await made.newUser();
  await user.client.expect('POST', 'users/me/presence', { status: 'active' });
  return user;
}

async function group(owner: TestUser, members: number[]): Promise<number> {
  const { group_id: id } = await owner.client.expect('POST', 'user_groups/create', {
    name: unique('group'),
    description: 'Sample',
    members,
  });
  return id as number;
}

/** An unknown name of the same form. */
export function unknownLike(name: Name): Name {
  if (typeof name === 'number') return 600_000;
  if (name.includes('@')) return 'nobody@example.com';
  if (/^[A-Za-z0-9]{43}$/.test(name)) return 'u'.repeat(43);
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name)) return '00000000-0000-4000-8000-000000000000';
  return name.replace(/[0-9a-f]{8}/, '00000000');
}

export interface TextAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface Exchange {
  method: string;
  path: string;
  host: string;
  fields?: Record<string, unknown>;
  credentials?: Credentials;
  headers?: Record<string, string>;
}

/** Like the test client, for responses that may be pages. */
export function exchange(test: { port: number }, asked: Exchange): Promise<TextAnswer> {
  const { method, host, fields = {}, credentials, headers = {} } = asked;
  const form = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString();
  const isGet = method === 'GET';
  const path = isGet && form !== '' ? `${asked.path}?${form}` : asked.path;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        port: test.port,
        host: '127.0.0.1',
        method,
        path,
        headers: {
          Host: host,
          ...(isGet
            ? {}
            : {
                'Content-Type': 'application/x-www-form-urlencoded',
                'Content-Length': String(form.length),
              }),
          ...(credentials ? { Authorization: basic(credentials) } : {}),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(isGet ? undefined : form);
  });
}
