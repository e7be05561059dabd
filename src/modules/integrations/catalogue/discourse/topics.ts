// Topics and posts of the forum, and what users do with them.
import {
  details,
  enumeration,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quoteMarkdown,
  type WebhookRequest,
} from '#modules/integrations/toolkit';
import { pageOf } from './page.js';

function topicLink(topic: Payload, request: WebhookRequest): Markdown {
  const url = pageOf(request, 't', topic.optionalText('slug') ?? '-', topic.optionalLabel('id'));
  return link(topic.text('title'), url);
}

const topicCreated: NotificationBuilder = (payload, request) => {
  const topic = payload.object('topic');
  const author = topic.optionalText('created_by.username') ?? 'A user';
  return {
    topic: topic.text('title'),
    content: lines(
      md`${author} created the topic ${topicLink(topic, request)}.`,
      details({ Tags: enumeration(topic.optionalList('tags').map(tagName)) }),
    ),
  };
};

/** Newer versions send objects. */
function tagName(tag: Payload): string | undefined {
  return typeof tag.value([]) === 'string' ? tag.text([]) : tag.optionalText('name');
}

function topicEvent(verb: string): NotificationBuilder {
  return (payload, request) => {
    const topic = payload.object('topic');
    return {
      topic: topic.text('title'),
      content: md`The topic ${topicLink(topic, request)} was ${verb}.`,
    };
  };
}

/** The event reports both directions. */
function topicStatus(flag: string, [yes, no]: [yes: string, no: string]): NotificationBuilder {
  return (payload, request) =>
    topicEvent(payload.flag(`topic.${flag}`) ? yes : no)(payload, request);
}

export const topicEvents: Record<string, NotificationBuilder> = {
  topic_created: topicCreated,
  topic_edited: topicEvent('edited'),
  topic_destroyed: topicEvent('deleted'),
  topic_recovered: topicEvent('restored'),
  topic_closed_status_updated: topicStatus('closed', ['closed', 'opened again']),
  topic_autoclosed_status_updated: topicStatus('closed', [
    'closed automatically',
    'opened again automatically',
  ]),
  topic_archived_status_updated: topicStatus('archived', ['archived', 'taken from the archive']),
  topic_visible_status_updated: topicStatus('visible', ['listed', 'unlisted']),
  topic_pinned_status_updated: topicStatus('pinned', ['pinned', 'unpinned']),
  topic_pinned_globally_status_updated: topicStatus('pinned_globally', [
    'pinned globally',
    'unpinned globally',
  ]),
  topic_upvote: topicVote('voted for'),
  topic_unvote: topicVote('withdrew a vote for'),
};

function topicVote(verb: string): NotificationBuilder {
  return (payload, request) => {
    const vote = payload.object('topic_voting');
    const slug = vote.text('topic_slug');
    const page = pageOf(request, 't', slug, vote.optionalLabel('topic_id'));
    return {
      topic: slug,
      content: lines(
        md`A user ${verb} the topic ${link(slug, page)}.`,
        details({ Votes: vote.optionalLabel('vote_count') }),
      ),
    };
  };
}

interface Post {
  title: string;
  author: string;
  /** The title of the topic with a link to the post. */
  place: Markdown;
  url: string | undefined;
  text: Markdown | undefined;
}

function postOf(post: Payload, request: WebhookRequest): Post {
  const title = post.text('topic_title');
  const url = pageOf(
    request,
    't',
    post.optionalText('topic_slug') ?? '-',
    post.optionalLabel('topic_id'),
    post.optionalLabel('post_number'),
  );
  return {
    title,
    author: post.optionalText('username') ?? 'A user',
    place: link(title, url),
    url,
    text: quoteMarkdown(post.optionalText('raw')),
  };
}

function postEvent(describe: (post: Post, payload: Payload) => Markdown): NotificationBuilder {
  return (payload, request) => {
    const post = postOf(payload.object('post'), request);
    return { topic: post.title, content: describe(post, payload) };
  };
}

const liked: NotificationBuilder = (payload, request) => {
  const post = postOf(payload.object('like.post'), request);
  const actor = payload.text('like.user.username');
  return {
    topic: post.title,
    content: md`${actor} liked the ${link('post', post.url)} of ${post.author} in ${post.title}.`,
  };
};

function solution(verb: string): NotificationBuilder {
  return (payload, request) => {
    const { title, author, place } = postOf(payload.object('solved'), request);
    return { topic: title, content: md`The post of ${author} in ${place} was ${verb}.` };
  };
}

function assignment(isAssigned: boolean): NotificationBuilder {
  return (payload, request) => {
    const change = payload.object('assign');
    const title = change.text('topic_title');
    const topic = link(title, pageOf(request, 't', '-', change.optionalLabel('topic_id')));
    const assignee =
      change.optionalText('assigned_to_username') ??
      change.optionalText('assigned_to_group_name') ??
      'a user';
    const actor =
      change.optionalText('assigned_by_username') ??
      change.optionalText('unassigned_by_username') ??
      'A user';
    return {
      topic: title,
      content: isAssigned
        ? md`${actor} assigned ${topic} to ${assignee}.`
        : md`${actor} withdrew the assignment of ${topic} to ${assignee}.`,
    };
  };
}

export const postEvents: Record<string, NotificationBuilder> = {
  post_created: postEvent(({ author, place, text }) =>
    lines(md`${author} posted in ${place}.`, text),
  ),
  post_edited: postEvent(({ author, place, text }, payload) =>
    lines(
      md`A post of ${author} in ${place} was edited.`,
      details({ Reason: payload.optionalText('post.edit_reason') }),
      text,
    ),
  ),
  post_destroyed: postEvent(
    ({ author, place }) => md`A post of ${author} in ${place} was deleted.`,
  ),
  post_recovered: postEvent(
    ({ author, place }) => md`A post of ${author} in ${place} was restored.`,
  ),
  post_liked: liked,
  accepted_solution: solution('accepted as a solution'),
  unaccepted_solution: solution('unmarked as a solution'),
  assign: assignment(true),
  unassign: assignment(false),
};
