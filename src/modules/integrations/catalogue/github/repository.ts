// The repository itself, its releases and packages.
import {
  bold,
  bullets,
  code,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quoteMarkdown,
} from '#modules/integrations/toolkit';
import { actionOf, actorOf, repositoryOf } from './payload.js';

function repositoryLink(payload: Payload, path = 'repository'): Markdown {
  return link(payload.text(`${path}.full_name`), payload.optionalText(`${path}.html_url`));
}

/** A message in the topic of the repository. */
function about(content: (payload: Payload, actor: string) => Insert): NotificationBuilder {
  return (payload) => ({
    topic: repositoryOf(payload),
    content: md`${content(payload, actorOf(payload))}`,
  });
}

export const fork = about(
  (payload, actor) =>
    md`${actor} forked ${repositoryLink(payload)} to ${repositoryLink(payload, 'forkee')}.`,
);

export const star = about((payload, actor) => {
  const verb = payload.text('action') === 'deleted' ? 'unstarred' : 'starred';
  return md`${actor} ${verb} ${repositoryLink(payload)}.`;
});

export const watch = about((payload, actor) => md`${actor} starred ${repositoryLink(payload)}.`);

export const madePublic = about(
  (payload, actor) => md`${actor} made ${repositoryLink(payload)} public.`,
);

export const repository = about((payload, actor) => {
  const name = payload.optionalText('changes.repository.name.from');
  const change = name === undefined ? undefined : md` from ${code(name)}`;
  return md`${actor} ${actionOf(payload)} the repository ${repositoryLink(payload)}${change}.`;
});

export const repositoryImport = about(
  (payload, actor) =>
    md`Import of ${repositoryLink(payload)} by ${actor}: ${bold(payload.text('status'))}.`,
);

export const member = about((payload, actor) => {
  const user = link(payload.text('member.login'), payload.optionalText('member.html_url'));
  const preposition = { added: 'to', removed: 'from' }[payload.text('action')] ?? 'in';
  return md`${actor} ${actionOf(payload)} the collaborator ${user} ${preposition} ${repositoryLink(payload)}.`;
});

export const teamAdd = about((payload, actor) => {
  const team = link(payload.text('team.name'), payload.optionalText('team.html_url'));
  return md`${actor} added ${repositoryLink(payload)} to the team ${team}.`;
});

export const ping: NotificationBuilder = (payload) => {
  const name =
    payload.optionalText('repository.full_name') ?? payload.optionalText('organization.login');
  return {
    topic: payload.optionalText('repository.name') ?? name ?? 'GitHub',
    content: md`GitHub webhook for ${bold(name ?? 'an account')} has been connected.`,
  };
};

export const meta = about((payload, actor) => md`${actor} ${actionOf(payload)} this webhook.`);

const WIKI_VERBS: Record<string, string> = { created: 'created', edited: 'updated' };

export const gollum: NotificationBuilder = (payload) => ({
  topic: `${repositoryOf(payload)} / wiki pages`,
  content: lines(
    md`${actorOf(payload)} changed the wiki.`,
    bullets(
      payload.list('pages').map((page) => {
        const action = page.text('action');
        const verb = Object.hasOwn(WIKI_VERBS, action) ? WIKI_VERBS[action] : action;
        return md`${verb} ${link(page.text('title'), page.optionalText('html_url'))}`;
      }),
    ),
  ),
});

export const release: NotificationBuilder = (payload) => {
  const item = payload.object('release');
  const tag = item.text('tag_name');
  const name = item.optionalText('name') ?? tag;
  const kind = item.flag('prerelease') ? 'prerelease' : 'release';
  return {
    topic: `${repositoryOf(payload)} / ${tag}${name === tag ? '' : ` ${name}`}`,
    content: lines(
      md`${actorOf(payload)} ${actionOf(payload)} the ${kind} ${link(name, item.optionalText('html_url'))}.`,
      payload.text('action') === 'published' && quoteMarkdown(item.optionalText('body')),
    ),
  };
};

/** Events `package` and `registry_package`. */
export const packageEvent: NotificationBuilder = (payload) => {
  const path = payload.has('package') ? 'package' : 'registry_package';
  const item = payload.object(path);
  const version = item.optionalText('package_version.version');
  const name = [item.text('name'), version].filter(Boolean).join(' ');
  return {
    topic: `${repositoryOf(payload)} / packages`,
    content: md`${actorOf(payload)} ${actionOf(payload)} the package ${link(
      name,
      item.optionalText('html_url'),
    )}.`,
  };
};

/** Events of classic projects. */
export const project: NotificationBuilder = (payload) => {
  const item = payload.object('project');
  return {
    topic: `${repositoryOf(payload)} / projects`,
    content: md`${actorOf(payload)} ${actionOf(payload)} the project ${link(
      item.text('name'),
      item.optionalText('html_url'),
    )}.`,
  };
};

export const projectColumn: NotificationBuilder = (payload) => ({
  topic: `${repositoryOf(payload)} / projects`,
  content: md`${actorOf(payload)} ${actionOf(payload)} the column ${bold(
    payload.text('project_column.name'),
  )} of a project.`,
});

export const projectCard: NotificationBuilder = (payload) => ({
  topic: `${repositoryOf(payload)} / projects`,
  content: lines(
    md`${actorOf(payload)} ${actionOf(payload)} a card of a project.`,
    quoteMarkdown(payload.optionalText('project_card.note')),
  ),
});
