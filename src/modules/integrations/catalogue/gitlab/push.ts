import {
  branchTopic,
  type NotificationBuilder,
  pushContent,
  referenceCreated,
  referenceDeleted,
  referenceName,
} from '#modules/integrations/toolkit';
import { actorOf, isNothing, repositoryOf, repositoryUrl } from './payload.js';

export const push: NotificationBuilder = (payload, request) => {
  const branch = referenceName(payload.text('ref'));
  if (!request.includesBranch(branch)) return undefined;
  const actor = actorOf(payload);
  const topic = branchTopic(repositoryOf(payload), branch);
  const [before, after] = [payload.text('before'), payload.text('after')];
  if (isNothing(after)) {
    return { topic, content: referenceDeleted({ actor, kind: 'branch', name: branch }) };
  }
  const project = repositoryUrl(payload);
  const path = isNothing(before) ? `tree/${branch}` : `compare/${before}...${after}`;
  return {
    topic,
    content: pushContent({
      actor,
      branch,
      url: project === undefined ? undefined : `${project}/-/${path}`,
      total: payload.optionalNumber('total_commits_count'),
      commits: payload.optionalList('commits').map((commit) => ({
        message: commit.text('message'),
        sha: commit.text('id'),
        url: commit.optionalText('url'),
        author: commit.optionalText('author.name'),
      })),
    }),
  };
};

export const tagPush: NotificationBuilder = (payload) => {
  const name = referenceName(payload.text('ref'));
  const project = repositoryUrl(payload);
  const url = project === undefined ? undefined : `${project}/-/tags/${name}`;
  const tag = { actor: actorOf(payload), kind: 'tag', name, url } as const;
  return {
    topic: branchTopic(repositoryOf(payload), name),
    content: isNothing(payload.optionalText('checkout_sha'))
      ? referenceDeleted(tag)
      : referenceCreated(tag),
  };
};
