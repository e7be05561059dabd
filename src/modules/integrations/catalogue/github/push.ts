import {
  branchTopic,
  type NotificationBuilder,
  pushContent,
  referenceCreated,
  referenceDeleted,
  referenceName,
} from '#modules/integrations/toolkit';
import { actorOf, repositoryOf } from './payload.js';

export const pushCommits: NotificationBuilder = (payload, request) => {
  const branch = referenceName(payload.text('ref'));
  if (!request.includesBranch(branch)) return undefined;
  const actor = payload.optionalText('sender.login') ?? payload.text('pusher.name');
  const topic = branchTopic(repositoryOf(payload), branch);
  if (payload.flag('deleted')) {
    return { topic, content: referenceDeleted({ actor, kind: 'branch', name: branch }) };
  }
  return {
    topic,
    content: pushContent({
      actor,
      branch,
      url: payload.optionalText('compare'),
      isForced: payload.flag('forced'),
      total: payload.count('commits'),
      commits: payload.optionalList('commits').map((commit) => ({
        message: commit.text('message'),
        sha: commit.text('id'),
        url: commit.optionalText('url'),
        author: commit.optionalText('author.name'),
      })),
    }),
  };
};

export const pushTags: NotificationBuilder = (payload) => {
  const name = referenceName(payload.text('ref'));
  const actor = payload.optionalText('sender.login') ?? payload.text('pusher.name');
  const repositoryUrl = payload.optionalText('repository.html_url');
  const url = repositoryUrl === undefined ? undefined : `${repositoryUrl}/tree/${name}`;
  const tag = { actor, kind: 'tag', name, url } as const;
  return {
    topic: branchTopic(repositoryOf(payload), name),
    content: payload.flag('deleted') ? referenceDeleted(tag) : referenceCreated(tag),
  };
};

/** A branch or a tag; pushes of tags are reported with `push_tags`. */
export const created: NotificationBuilder = (payload, request) => {
  const name = payload.text('ref');
  const kind = payload.text('ref_type') === 'tag' ? 'tag' : 'branch';
  if (kind === 'branch' && !request.includesBranch(name)) return undefined;
  const repositoryUrl = payload.optionalText('repository.html_url');
  const url = repositoryUrl === undefined ? undefined : `${repositoryUrl}/tree/${name}`;
  return {
    topic: branchTopic(repositoryOf(payload), name),
    content: referenceCreated({ actor: actorOf(payload), kind, name, url }),
  };
};

export const deleted: NotificationBuilder = (payload, request) => {
  const name = payload.text('ref');
  const kind = payload.text('ref_type') === 'tag' ? 'tag' : 'branch';
  if (kind === 'branch' && !request.includesBranch(name)) return undefined;
  return {
    topic: branchTopic(repositoryOf(payload), name),
    content: referenceDeleted({ actor: actorOf(payload), kind, name }),
  };
};
