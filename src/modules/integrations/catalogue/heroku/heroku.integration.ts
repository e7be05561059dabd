// Webhooks of apps, and the form of the earlier deploy hooks.
import {
  code,
  codeBlock,
  details,
  type EventIntegration,
  hmac,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  optionalLink,
  type Payload,
  words,
} from '#modules/integrations/toolkit';

const VERBS: ReadonlyMap<string, string> = new Map([
  ['create', 'created'],
  ['update', 'changed'],
  ['destroy', 'deleted'],
]);

const deploy: NotificationBuilder = (payload) => {
  const app = payload.text('app');
  const log = payload.optionalText('git_log');
  return {
    topic: app,
    content: lines(
      md`${payload.text('user')} deployed ${code(payload.text('head'))} to ${link(app, payload.optionalText('url'))}.`,
      details({ Release: payload.optionalText('release') }),
      log !== undefined && codeBlock(log),
    ),
  };
};

type Describe = (data: Payload, of: { actor: string; verb: string; app: string }) => Markdown;

function resource(describe: Describe): NotificationBuilder {
  return (payload) => {
    const data = payload.object('data');
    const action = payload.text('action');
    const app = data.optionalText('app.name') ?? data.text('name');
    const actor =
      payload.optionalText('actor.email') ?? data.optionalText('user.email') ?? 'Heroku';
    return {
      topic: app,
      content: describe(data, { actor, verb: VERBS.get(action) ?? words(action), app }),
    };
  };
}

const release = resource((data, { actor, app }) =>
  lines(
    md`${actor} released version ${data.label('version')} of ${app}: ${data.optionalText('status')}.`,
    details({ Description: data.optionalText('description'), Commit: commitOf(data) }),
  ),
);

function commitOf(data: Payload): Markdown | undefined {
  const commit = data.optionalText('slug.commit');
  return commit === undefined ? undefined : code(commit);
}

const build = resource((data, { actor, app }) =>
  lines(
    md`The build of ${app} by ${actor}: ${data.text('status')}.`,
    details({
      Version: data.optionalText('source_blob.version'),
      Stack: data.optionalText('stack'),
      Log: optionalLink('Output', data.optionalText('output_stream_url')),
    }),
  ),
);

const dyno = resource((data, { app }) =>
  lines(
    md`The dyno ${data.text('name')} of ${app}: ${data.text('state')}.`,
    details({
      Type: data.optionalText('type'),
      Size: data.optionalText('size'),
      Command: data.has('command') ? code(data.text('command')) : undefined,
    }),
  ),
);

const formation = resource(
  (data, { actor, app }) =>
    md`${actor} scaled ${data.text('type')} of ${app} to ${data.label('quantity')} × ${data.text('size')}.`,
);

const domain = resource(
  (data, { actor, verb, app }) =>
    md`${actor} ${verb} the domain ${data.text('hostname')} of ${app}.`,
);

const collaborator = resource(
  (data, { actor, verb, app }) =>
    md`${actor} ${verb} the collaborator ${data.text('user.email')} of ${app}.`,
);

const addOn = resource((data, { actor, verb, app }) =>
  lines(
    md`${actor} ${verb} the add-on ${link(data.text('name'), data.optionalText('web_url'))} of ${app}.`,
    details({ Plan: data.optionalText('plan.name'), State: data.optionalText('state') }),
  ),
);

const attachment = resource(
  (data, { actor, verb, app }) =>
    md`${actor} ${verb} the attachment ${data.text('name')} of the add-on ${data.optionalText('addon.name')} to ${app}.`,
);

const endpoint = resource(
  (data, { actor, verb, app }) =>
    md`${actor} ${verb} the TLS endpoint ${data.text('name')} of ${app}.`,
);

const application = resource((data, { actor, verb, app }) =>
  lines(
    md`${actor} ${verb} the app ${link(app, data.optionalText('web_url'))}.`,
    details({ Region: data.optionalText('region.name') }),
  ),
);

export const integration: EventIntegration = {
  name: 'heroku',
  displayName: 'Heroku',
  category: 'continuous-integration',
  summary: 'Sends releases, builds, and other changes of apps.',
  setup: [
    'Run **heroku webhooks:add** with the options **--include api:release**, **--level notify**, **--url** with the URL, and **--app** with the name of the app.',
    'To send other events, add entities such as api:build to **--include**, separated by commas.',
    'To verify signatures, set a secret with the option **--secret** and add it to the URL as webhook_secret.',
  ],
  body: 'any',
  signature: hmac({
    header: 'Heroku-Webhook-Hmac-SHA256',
    algorithm: 'sha256',
    encoding: 'base64',
  }),
  event: (payload) => payload.optionalText('resource') ?? 'deploy',
  events: {
    deploy,
    release,
    build,
    dyno,
    formation,
    domain,
    collaborator,
    addon: addOn,
    'addon-attachment': attachment,
    'sni-endpoint': endpoint,
    app: application,
  },
};
