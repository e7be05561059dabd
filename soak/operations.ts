// Writes of all kinds. Each is a function of an actor; later operations of any actor change and delete
// what it creates.
import type { ParleyClient } from 'parley-client';

export interface Person {
  client: ParleyClient;
  userId: number;
}

interface Sent {
  id: number;
  senderId: number;
}

/** Objects that operations have created and that later ones can use. */
export class World {
  readonly messages: Sent[] = [];
  readonly channels: number[] = [];
  readonly groups: number[] = [];
  readonly folders: number[] = [];
  readonly filters: number[] = [];
  readonly polls: number[] = [];
  readonly fields: number[] = [];
  readonly domains: string[] = [];
  readonly playgrounds: number[] = [];
  readonly devices: Record<number, number[]> = {};
  readonly views: Record<number, string[]> = {};
  /** Users without a follower, who may be deactivated at any time. */
  readonly newUsers: number[] = [];
  private count = 0;

  constructor(
    readonly people: Person[],
    /** The channel to which all users stay subscribed. */
    readonly general: number,
  ) {}

  /** A unique name. */
  name(kind: string): string {
    return `${kind} ${++this.count}`;
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(Math.random() * list.length)];
    if (picked === undefined) throw new NothingYet();
    return picked;
  }

  keep<T>(list: T[], entry: T, most = 200): void {
    list.push(entry);
    if (list.length > most) list.shift();
  }
}

/** The operation needs an object that does not exist yet. */
export class NothingYet extends Error {}

type Operation = (actor: Person, world: World) => Promise<unknown>;

const TOPICS = ['lunch', 'releases', 'questions', 'ideas'];
const EMOJI = ['tada', 'heart', 'smile', 'octopus'];

async function idOf(answer: Promise<Record<string, unknown>>, field: string): Promise<number> {
  return (await answer)[field] as number;
}

function own(actor: Person, world: World): Sent {
  return world.pick(world.messages.filter(({ senderId }) => senderId === actor.userId));
}

function viewOf({ userId }: Person, world: World): string {
  return encodeURIComponent(world.pick(world.views[userId] ?? []));
}

export const operations: Record<string, Operation> = {
  async 'send to a channel'(actor, world) {
    const content = world.pick([
      'Hello all',
      '**Well** done',
      'See #**general**',
      world.name('note'),
    ]);
    const to = world.pick([world.general, world.general, ...world.channels]);
    const id = await actor.client.send({ type: 'channel', to, topic: world.pick(TOPICS), content });
    world.keep(world.messages, { id, senderId: actor.userId });
  },
  async 'mention a user'(actor, world) {
    const { userId } = world.pick(world.people);
    const content = `A question for @**|${userId}**`;
    const id = await actor.client.send({
      type: 'channel',
      to: world.general,
      topic: 'questions',
      content,
    });
    world.keep(world.messages, { id, senderId: actor.userId });
  },
  async 'send to people'(actor, world) {
    const to = [world.pick(world.people).userId, world.pick(world.people).userId];
    const id = await actor.client.send({ type: 'direct', to, content: world.name('secret') });
    world.keep(world.messages, { id, senderId: actor.userId });
  },
  edit: async (actor, world) =>
    actor.client.request('PATCH', `messages/${own(actor, world).id}`, {
      content: world.name('better'),
    }),
  move: (actor, world) =>
    actor.client.request('PATCH', `messages/${world.pick(world.messages).id}`, {
      topic: world.pick(TOPICS),
      propagate_mode: world.pick(['change_one', 'change_later']),
    }),
  delete: (actor, world) => actor.client.request('DELETE', `messages/${own(actor, world).id}`),
  async 'delete a topic'(actor, world) {
    const topic = world.name('mistake');
    await actor.client.send({ type: 'channel', to: world.general, topic, content: 'oh' });
    await actor.client.request('POST', `streams/${world.general}/delete_topic`, {
      topic_name: topic,
    });
  },
  async 'make a poll'(actor, world) {
    const content = `/poll ${world.name('question')}\nyes\nno`;
    const to = world.general;
    const id = await actor.client.send({ type: 'channel', to, topic: 'questions', content });
    world.keep(world.polls, id);
  },
  vote: (actor, world) =>
    actor.client.request('POST', 'submessage', {
      message_id: world.pick(world.polls),
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: world.pick([1, -1]) }),
    }),
  'give a topic an icon': (actor, world) =>
    actor.client.request('POST', `streams/${world.general}/topic_icon`, {
      topic_name: world.pick(TOPICS),
      emoji_name: 'octopus',
      emoji_code: '1f419',
      reaction_type: 'unicode_emoji',
    }),
  'take a topic’s icon': (actor, world) =>
    actor.client.request('DELETE', `streams/${world.general}/topic_icon`, {
      topic_name: world.pick(TOPICS),
    }),
  react: (actor, world) =>
    actor.client.request('POST', `messages/${world.pick(world.messages).id}/reactions`, {
      emoji_name: world.pick(EMOJI),
    }),
  'take a reaction back': (actor, world) =>
    actor.client.request('DELETE', `messages/${world.pick(world.messages).id}/reactions`, {
      emoji_name: world.pick(EMOJI),
    }),
  'change a flag': (actor, world) =>
    actor.client.request('POST', 'messages/flags', {
      messages: [world.pick(world.messages).id, world.pick(world.messages).id],
      op: world.pick(['add', 'add', 'remove']),
      flag: world.pick(['read', 'starred']),
    }),
  'mark a topic as read': (actor, world) =>
    actor.client.request('POST', 'mark_topic_as_read', {
      stream_id: world.general,
      topic_name: world.pick(TOPICS),
    }),
  'mark all as read': (actor) => actor.client.request('POST', 'mark_all_as_read'),
  type: (actor, world) =>
    actor.client.request('POST', 'typing', {
      type: 'direct',
      op: world.pick(['start', 'stop']),
      to: [world.pick(world.people).userId],
    }),

  async 'make a channel'(actor, world) {
    const name = world.name('channel');
    const id = await idOf(
      actor.client.request('POST', 'channels/create', {
        name,
        subscribers: [actor.userId, world.pick(world.people).userId],
        invite_only: Math.random() < 0.3,
      }),
      'id',
    );
    world.keep(world.channels, id, 20);
  },
  async subscribe(actor, world) {
    const { streams } = await actor.client.request<{
      streams: { name: string; stream_id: number }[];
    }>('GET', 'streams');
    const { name } = world.pick(streams);
    await actor.client.request('POST', 'users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [world.pick(world.people).userId],
    });
  },
  async unsubscribe(actor, world) {
    const { subscriptions } = await actor.client.request<{
      subscriptions: { name: string; stream_id: number }[];
    }>('GET', 'users/me/subscriptions');
    const others = subscriptions.filter(({ stream_id: id }) => id !== world.general);
    await actor.client.request('DELETE', 'users/me/subscriptions', {
      subscriptions: [world.pick(others).name],
    });
  },
  'change a channel': (actor, world) =>
    actor.client.request('PATCH', `streams/${world.pick(world.channels)}`, {
      ...world.pick([
        { new_name: world.name('renamed') },
        { description: world.name('description') },
        { is_private: Math.random() < 0.5 },
      ]),
    }),
  'archive a channel': (actor, world) =>
    actor.client.request('DELETE', `streams/${world.pick(world.channels)}`),
  'change a subscription': (actor, world) =>
    actor.client.request('POST', 'users/me/subscriptions/properties', {
      subscription_data: [
        {
          stream_id: world.general,
          ...world.pick([
            { property: 'color', value: '#c2c2c2' },
            { property: 'color', value: '#76ce90' },
            { property: 'pin_to_top', value: Math.random() < 0.5 },
            { property: 'is_muted', value: Math.random() < 0.5 },
          ]),
        },
      ],
    }),
  'change a topic’s visibility': (actor, world) =>
    actor.client.request('POST', 'user_topics', {
      stream_id: world.general,
      topic: world.pick(TOPICS),
      visibility_policy: world.pick([0, 1, 2, 3]),
    }),
  'make a default channel': (actor, world) =>
    actor.client.request(world.pick(['POST', 'DELETE']), 'default_streams', {
      stream_id: world.pick(world.channels),
    }),
  async 'make a folder'(actor, world) {
    const id = await idOf(
      actor.client.request('POST', 'channel_folders/create', {
        name: world.name('folder'),
        description: '',
      }),
      'channel_folder_id',
    );
    world.keep(world.folders, id);
  },
  'change a folder': (actor, world) =>
    actor.client.request('PATCH', `channel_folders/${world.pick(world.folders)}`, {
      description: world.name('description'),
    }),

  async 'make a group'(actor, world) {
    const id = await idOf(
      actor.client.request('POST', 'user_groups/create', {
        name: world.name('group'),
        description: '',
        members: [actor.userId, world.pick(world.people).userId],
      }),
      'group_id',
    );
    world.keep(world.groups, id, 20);
  },
  'change a group': (actor, world) =>
    actor.client.request('PATCH', `user_groups/${world.pick(world.groups)}`, {
      description: world.name('description'),
    }),
  'change a group’s members': (actor, world) => {
    const members = [world.pick(world.people).userId];
    return actor.client.request('POST', `user_groups/${world.pick(world.groups)}/members`, {
      ...world.pick([{ add: members }, { delete: members }]),
    });
  },
  'deactivate a group': (actor, world) =>
    actor.client.request('POST', `user_groups/${world.pick(world.groups)}/deactivate`),

  'set a status': (actor, world) =>
    actor.client.request('POST', 'users/me/status', { status_text: world.name('busy with') }),
  'change settings': (actor, world) =>
    actor.client.request('PATCH', 'settings', {
      ...world.pick([
        { twenty_four_hour_time: Math.random() < 0.5 },
        { starred_message_counts: Math.random() < 0.5 },
        { color_scheme: world.pick([1, 2, 3]) },
      ]),
    }),
  'change one’s name': (actor, world) =>
    actor.client.request('PATCH', 'settings', { full_name: world.name('Sample Person') }),
  'change alert words': (actor, world) =>
    actor.client.request(world.pick(['POST', 'DELETE']), 'users/me/alert_words', {
      alert_words: [world.pick(['lunch', 'release', 'cake'])],
    }),
  'mute a user': (actor, world) =>
    actor.client.request(
      world.pick(['POST', 'DELETE']),
      `users/me/muted_users/${world.pick(world.people).userId}`,
    ),
  async 'make a linkifier'(actor, world) {
    const pattern = `${world.name('issue').replace(' ', '')}-(?P<id>[0-9]+)`;
    const id = await idOf(
      actor.client.request('POST', 'realm/filters', {
        pattern,
        url_template: 'https://example.com/{id}',
      }),
      'id',
    );
    world.keep(world.filters, id);
  },
  'delete a linkifier': (actor, world) =>
    actor.client.request('DELETE', `realm/filters/${world.pick(world.filters)}`),
  'change the default settings': (actor) =>
    actor.client.request('PATCH', 'realm/user_settings_defaults', {
      twenty_four_hour_time: Math.random() < 0.5,
    }),
  'change a role': (actor, world) =>
    actor.client.request('PATCH', `users/${world.pick(world.people.slice(1)).userId}`, {
      role: world.pick([300, 400]),
    }),
  'change the organization': (actor, world) =>
    actor.client.request('PATCH', 'realm', {
      ...world.pick([
        { description: world.name('description') },
        { enable_read_receipts: Math.random() < 0.5 },
        { message_content_edit_limit_seconds: world.pick([600, 1200]) },
        { default_code_block_language: world.pick(['python', 'javascript']) },
      ]),
    }),
  async 'allow a domain'(actor, world) {
    const domain = `${world.name('domain').replace(' ', '-')}.example.com`;
    await actor.client.request('POST', 'realm/domains', { domain, allow_subdomains: false });
    world.keep(world.domains, domain);
  },
  'change a domain': (actor, world) =>
    actor.client.request('PATCH', `realm/domains/${world.pick(world.domains)}`, {
      allow_subdomains: Math.random() < 0.5,
    }),
  'forbid a domain': (actor, world) =>
    actor.client.request('DELETE', `realm/domains/${world.pick(world.domains)}`),
  async 'make a playground'(actor, world) {
    const id = await idOf(
      actor.client.request('POST', 'realm/playgrounds', {
        name: world.name('playground'),
        pygments_language: 'Python',
        url_template: 'https://example.com/{code}',
      }),
      'id',
    );
    world.keep(world.playgrounds, id);
  },
  'delete a playground': (actor, world) =>
    actor.client.request('DELETE', `realm/playgrounds/${world.pick(world.playgrounds)}`),
  async 'make a profile field'(actor, world) {
    const field = { field_type: 1, name: world.name('field') };
    const id = await idOf(actor.client.request('POST', 'realm/profile_fields', field), 'id');
    world.keep(world.fields, id);
  },
  'change a profile field': (actor, world) =>
    actor.client.request('PATCH', `realm/profile_fields/${world.pick(world.fields)}`, {
      hint: world.name('hint'),
    }),
  'delete a profile field': (actor, world) =>
    actor.client.request('DELETE', `realm/profile_fields/${world.pick(world.fields)}`),
  'fill in one’s profile': (actor, world) =>
    actor.client.request('PATCH', 'users/me/profile_data', {
      data: [{ id: world.pick(world.fields), value: world.name('value') }],
    }),
  async 'make a view'(actor, world) {
    const fragment = `narrow/${world.name('view').replace(' ', '-')}`;
    await actor.client.request('POST', 'navigation_views', {
      fragment,
      is_pinned: true,
      name: world.name('view'),
    });
    world.keep((world.views[actor.userId] ??= []), fragment);
  },
  'change a view': (actor, world) =>
    actor.client.request('PATCH', `navigation_views/${viewOf(actor, world)}`, {
      is_pinned: Math.random() < 0.5,
    }),
  'delete a view': (actor, world) =>
    actor.client.request('DELETE', `navigation_views/${viewOf(actor, world)}`),
  async 'register a device'(actor, world) {
    const device = { device_name: world.name('device'), platform: 'linux' };
    const id = await idOf(
      actor.client.request('POST', 'register_client_device', device),
      'device_id',
    );
    world.keep((world.devices[actor.userId] ??= []), id);
  },
  'remove a device': (actor, world) =>
    actor.client.request('POST', 'remove_client_device', {
      device_id: world.pick(world.devices[actor.userId] ?? []),
    }),
  async 'change a linkifier'(actor, world) {
    const pattern = `${world.name('task').replace(' ', '')}-(?P<id>[0-9]+)`;
    await actor.client.request('PATCH', `realm/filters/${world.pick(world.filters)}`, {
      pattern,
      url_template: 'https://example.com/tasks/{id}',
    });
  },
  'make an invitation': (actor) =>
    actor.client.request('POST', 'invites/multiuse', { stream_ids: [] }),
  async 'take an invitation back'(actor, world) {
    const { invites } = await actor.client.request<{ invites: { id: number }[] }>('GET', 'invites');
    await actor.client.request('DELETE', `invites/multiuse/${world.pick(invites).id}`);
  },
  async 'make an account'(actor, world) {
    const name = world.name('account');
    const id = await idOf(
      actor.client.request('POST', 'users', {
        email: `${name.replace(' ', '-')}@example.com`,
        password: 'a long sample password',
        full_name: name,
      }),
      'user_id',
    );
    world.keep(world.newUsers, id, 10);
  },
  'deactivate an account': (actor, world) =>
    actor.client.request('DELETE', `users/${world.pick(world.newUsers)}`),
  'reactivate an account': (actor, world) =>
    actor.client.request('POST', `users/${world.pick(world.newUsers)}/reactivate`),
  'make a bot': (actor, world) => {
    const name = world.name('bot');
    return actor.client.request('POST', 'bots', {
      full_name: name,
      short_name: name.replace(' ', '-'),
    });
  },
};

/** Operations that only owners may run. */
export const OWNER_OPERATIONS = new Set([
  'make a default channel',
  'make a folder',
  'change a folder',
  'make a linkifier',
  'delete a linkifier',
  'change the default settings',
  'change a role',
  'change the organization',
  'allow a domain',
  'change a domain',
  'forbid a domain',
  'make a playground',
  'delete a playground',
  'make a profile field',
  'change a profile field',
  'delete a profile field',
  'change a linkifier',
  'delete a topic',
  'make an invitation',
  'take an invitation back',
  'make an account',
  'deactivate an account',
  'reactivate an account',
]);
