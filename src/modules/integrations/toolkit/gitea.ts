// Gitea, its forks and Gogs send the same payloads; the name of the event is in different headers.
import {
  branchTopic,
  itemTopic,
  pushContent,
  referenceCreated,
  referenceDeleted,
  referenceName,
  unlessPrivate,
} from './git.js';
import type { EventIntegration, NotificationBuilder } from './integration.js';
import {
  code,
  details,
  enumeration,
  lines,
  link,
  type Markdown,
  md,
  quoteMarkdown,
} from './markdown.js';
import type { Payload } from './payload.js';
import type { WebhookRequest } from './webhook-request.js';

/** Builders of the events that Gitea and Gogs share. */
export function giteaEvents(): Record<string, NotificationBuilder> {
  const events: Record<string, NotificationBuilder> = {
    push,
    create: (payload) => reference(payload, 'created'),
    delete: (payload) => reference(payload, 'deleted'),
    fork,
    issues,
    issue_comment: issueComment,
    pull_request: pullRequest,
    release,
  };
  return unlessPrivate(events, (payload) => payload.value('repository.private') === true);
}

/** Reads the name of the event from this header. */
export function giteaEvent(header: string): EventIntegration['event'] {
  return (_payload, request) => request.requireHeader(header);
}

function repositoryOf(payload: Payload): string {
  return payload.text('repository.name');
}

function actorOf(payload: Payload): string {
  return nameOf(payload.object('sender'));
}

function nameOf(user: Payload): string {
  return user.optionalText('login') ?? user.text('username');
}

const push: NotificationBuilder = (payload, request) => {
  const name = referenceName(payload.text('ref'));
  const topic = branchTopic(repositoryOf(payload), name);
  const actor = payload.has('pusher') ? nameOf(payload.object('pusher')) : actorOf(payload);
  if (payload.text('ref').startsWith('refs/tags/')) {
    return { topic, content: referenceCreated({ actor, kind: 'tag', name }) };
  }
  if (!request.includesBranch(name)) return undefined;
  return {
    topic,
    content: pushContent({
      actor,
      branch: name,
      url: payload.optionalText('compare_url'),
      total: payload.optionalNumber('total_commits'),
      // Commits are sent newest first.
      commits: payload
        .optionalList('commits')
        .map((commit) => ({
          message: commit.text('message'),
          sha: commit.text('id'),
          url: commit.optionalText('url'),
          author: commit.optionalText('author.username') ?? commit.optionalText('author.name'),
        }))
        .toReversed(),
    }),
  };
};

function reference(payload: Payload, act: 'created' | 'deleted'): ReturnType<NotificationBuilder> {
  const name = payload.text('ref');
  const kind = payload.text('ref_type') === 'tag' ? 'tag' : 'branch';
  const repositoryUrl = payload.optionalText('repository.html_url');
  const url = repositoryUrl === undefined ? undefined : `${repositoryUrl}/src/${kind}/${name}`;
  const change = { actor: actorOf(payload), kind, name, url } as const;
  return {
    topic: branchTopic(repositoryOf(payload), name),
    content: act === 'created' ? referenceCreated(change) : referenceDeleted(change),
  };
}

const fork: NotificationBuilder = (payload) => {
  const original = payload.object(payload.has('forkee') ? 'forkee' : 'repository');
  const name = link(original.text('full_name'), original.optionalText('html_url'));
  const copy = link(
    payload.text('repository.full_name'),
    payload.optionalText('repository.html_url'),
  );
  return {
    topic: original.text('name'),
    content: md`${actorOf(payload)} forked ${name} to ${copy}.`,
  };
};

interface Item {
  kind: 'issue' | 'PR';
  payload: Payload;
  topic: string;
  reference: Markdown;
}

function itemOf(
  payload: Payload,
  { kind, path }: { kind: 'issue' | 'PR'; path: string },
  request: WebhookRequest,
): Item {
  const item = payload.object(path);
  const id = item.label('number');
  const title = item.text('title');
  const label = `${kind} #${id}${request.hasTopic ? ` ${title}` : ''}`;
  return {
    kind,
    payload: item,
    topic: itemTopic(repositoryOf(payload), { kind, id, title }),
    reference: link(label, item.optionalText('html_url') ?? pageOf(payload, { kind, id })),
  };
}

/** Gogs sends no URLs of issues. */
function pageOf(
  payload: Payload,
  { kind, id }: { kind: 'issue' | 'PR'; id: string },
): string | undefined {
  const url = payload.optionalText('repository.html_url');
  const path = kind === 'PR' ? 'pulls' : 'issues';
  return url === undefined ? undefined : `${url}/${path}/${id}`;
}

const issues: NotificationBuilder = (payload, request) => {
  const item = itemOf(payload, { kind: 'issue', path: 'issue' }, request);
  return {
    topic: item.topic,
    content: changeContent(payload, item, md`${item.reference}`),
  };
};

const pullRequest: NotificationBuilder = (payload, request) => {
  const item = itemOf(payload, { kind: 'PR', path: 'pull_request' }, request);
  const base = item.payload.optionalText('base.ref') ?? item.payload.optionalText('base_branch');
  const head = item.payload.optionalText('head.ref') ?? item.payload.optionalText('head_branch');
  if (base !== undefined && !request.includesBranch(base)) return undefined;
  if (payload.text('action') === 'closed') {
    const isMerged = item.payload.flag('merged');
    return {
      topic: item.topic,
      content: isMerged
        ? md`${actorOf(payload)} merged ${item.reference}.`
        : md`${actorOf(payload)} closed ${item.reference} without merging it.`,
    };
  }
  const branches =
    base === undefined || head === undefined
      ? undefined
      : md`, from ${code(head)} to ${code(base)}`;
  return {
    topic: item.topic,
    content: changeContent(payload, item, md`${item.reference}${branches}`),
  };
};

const VERBS: Record<string, string> = {
  synchronized: 'pushed commits to',
  label_updated: 'changed the labels of',
  label_cleared: 'removed the labels of',
  milestoned: 'set the milestone of',
  demilestoned: 'removed the milestone of',
  review_requested: 'requested a review of',
  review_request_removed: 'withdrew a request for a review of',
};

/** `whole` is the reference to a new item, with its title. */
function changeContent(payload: Payload, item: Item, whole: Markdown): Markdown {
  const actor = actorOf(payload);
  const action = payload.text('action');
  const assignee = item.payload.optionalObject('assignee');
  switch (action) {
    case 'opened':
      return lines(
        md`${actor} opened ${whole}.`,
        details({ Labels: labelsOf(item.payload) }),
        quoteMarkdown(item.payload.optionalText('body')),
      );
    case 'edited':
      return lines(
        md`${actor} edited ${item.reference}.`,
        quoteMarkdown(item.payload.optionalText('body')),
      );
    case 'assigned':
      return assignee
        ? md`${actor} assigned ${nameOf(assignee)} to ${item.reference}.`
        : md`${actor} changed the assignees of ${item.reference}.`;
    case 'label_updated':
      return lines(
        md`${actor} changed the labels of ${item.reference}.`,
        details({ Labels: labelsOf(item.payload) }),
      );
    default: {
      const verb = Object.hasOwn(VERBS, action) ? VERBS[action] : action.replaceAll('_', ' ');
      return md`${actor} ${verb} ${item.reference}.`;
    }
  }
}

function labelsOf(item: Payload): Markdown {
  return enumeration(item.optionalList('labels').map((label) => label.optionalText('name')));
}

const issueComment: NotificationBuilder = (payload, request) => {
  const kind = payload.flag('is_pull') || payload.has('issue.pull_request') ? 'PR' : 'issue';
  const { topic, reference: subject } = itemOf(payload, { kind, path: 'issue' }, request);
  const url = payload.optionalText('comment.html_url');
  const body = quoteMarkdown(payload.optionalText('comment.body'));
  const actor = actorOf(payload);
  const action = payload.text('action');
  return {
    topic,
    content:
      action === 'created'
        ? lines(md`${actor} ${link('commented', url)} on ${subject}.`, body)
        : lines(
            md`${actor} ${action} a ${link('comment', url)} on ${subject}.`,
            action === 'edited' && body,
          ),
  };
};

const release: NotificationBuilder = (payload) => {
  const item = payload.object('release');
  const tag = item.text('tag_name');
  const name = item.optionalText('name') ?? tag;
  const verb = payload.text('action') === 'updated' ? 'updated' : payload.text('action');
  return {
    topic: `${repositoryOf(payload)} / ${tag}${name === tag ? '' : ` ${name}`}`,
    content: lines(
      md`${nameOf(payload.object('sender'))} ${verb} the release ${link(name, item.optionalText('html_url'))}.`,
      payload.text('action') === 'published' && quoteMarkdown(item.optionalText('body')),
    ),
  };
};
