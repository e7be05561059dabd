import {
  branchTopic,
  type NotificationBuilder,
  pushContent,
  referenceCreated,
  referenceDeleted,
  referenceName,
} from '#modules/integrations/toolkit';

export const push: NotificationBuilder = (payload, request) => {
  const repository = payload.text('repository.name');
  const reference = payload.text('ref');
  const name = referenceName(reference);
  const actor = payload.optionalText('sender.login') ?? payload.text('pusher.name');
  const topic = branchTopic(repository, name);
  if (reference.startsWith('refs/tags/')) {
    const tag = { actor, kind: 'tag', name, url: payload.optionalText('compare') } as const;
    const isDeleted = payload.flag('deleted');
    return { topic, content: isDeleted ? referenceDeleted(tag) : referenceCreated(tag) };
  }
  if (!request.includesBranch(name)) return undefined;
  if (payload.flag('deleted')) {
    return { topic, content: referenceDeleted({ actor, kind: 'branch', name }) };
  }
  return {
    topic,
    content: pushContent({
      actor,
      branch: name,
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
