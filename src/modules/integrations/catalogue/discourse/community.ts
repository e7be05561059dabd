// Users, groups, categories, tags, reviews and chats of the forum.
import {
  details,
  lines,
  link,
  md,
  type NotificationBuilder,
  quoteMarkdown,
  words,
} from '#modules/integrations/toolkit';
import { pageOf } from './page.js';

function userEvent(verb: string): NotificationBuilder {
  return (payload, request) => {
    // Earlier versions send logins with another name.
    const user = payload.optionalObject('user') ?? payload.object('session');
    const username = user.text('username');
    const name = user.optionalText('name');
    const page = link(username, pageOf(request, 'u', username));
    return {
      topic: 'users',
      content:
        name === undefined || name === username
          ? md`The user ${page} ${verb}.`
          : md`The user ${page} (${name}) ${verb}.`,
    };
  };
}

function groupEvent(verb: string): NotificationBuilder {
  return (payload, request) => {
    const name = payload.text('group.name');
    const title = payload.optionalText('group.full_name') ?? name;
    return {
      topic: 'groups',
      content: md`The group ${link(title, pageOf(request, 'g', name))} was ${verb}.`,
    };
  };
}

/** These webhooks contain identifiers only. */
function membership(verb: string): NotificationBuilder {
  return (payload) => ({
    topic: 'groups',
    content: md`The user with the ID ${payload.label('group_user.user_id')} was ${verb} the group with the ID ${payload.label('group_user.group_id')}.`,
  });
}

function badgeEvent(verb: string): NotificationBuilder {
  return (payload, request) => {
    const id = payload.label('user_badge.badge_id');
    const badge = link(`badge ${id}`, pageOf(request, 'badges', id, '-'));
    const user = payload.optionalLabel('user_badge.user_id') ?? 'unknown';
    return {
      topic: 'users',
      content: md`The user with the ID ${user} ${verb} the ${badge}.`,
    };
  };
}

function categoryEvent(verb: string): NotificationBuilder {
  return (payload, request) => {
    const name = payload.text('category.name');
    const slug = payload.optionalText('category.slug');
    const page = pageOf(request, 'c', slug, payload.optionalLabel('category.id'));
    return { topic: 'categories', content: md`The category ${link(name, page)} was ${verb}.` };
  };
}

function tagEvent(verb: string): NotificationBuilder {
  return (payload, request) => {
    const name = payload.text('tag.name');
    return {
      topic: 'tags',
      content: md`The tag ${link(name, pageOf(request, 'tag', name))} was ${verb}.`,
    };
  };
}

/** By the number of the status. */
const REVIEW_STATUS = ['pending', 'approved', 'rejected', 'ignored', 'deleted'];

function review(verb: string): NotificationBuilder {
  return (payload, request) => {
    const item = payload.object('reviewable');
    const kind = words(item.text('type').replace(/^Reviewable/, ''));
    const page = pageOf(request, 'review', item.optionalLabel('id'));
    const status = item.optionalNumber('status');
    return {
      topic: 'reviews',
      content: lines(
        md`A ${link(`review of a ${kind}`, page)} ${verb}.`,
        details({
          Status: status === undefined ? undefined : REVIEW_STATUS[status],
          Topic: item.optionalText('topic.title'),
          Score: item.optionalLabel('score'),
        }),
      ),
    };
  };
}

function chatMessage(verb: string): NotificationBuilder {
  return (payload, request) => {
    const message = payload.object('chat_message.message');
    const channel = payload.object('chat_message.channel');
    const title = channel.optionalText('title') ?? 'chat';
    const page = pageOf(
      request,
      'chat',
      'c',
      channel.optionalText('slug') ?? '-',
      channel.optionalLabel('id'),
      message.optionalLabel('id'),
    );
    const author = message.optionalText('user.username') ?? 'A user';
    return {
      topic: title,
      content: lines(
        md`${author} ${verb} a ${link('message', page)} in ${title}.`,
        quoteMarkdown(message.optionalText('message')),
      ),
    };
  };
}

export const communityEvents: Record<string, NotificationBuilder> = {
  user_created: userEvent('was created'),
  user_confirmed_email: userEvent('confirmed the email address'),
  user_approved: userEvent('was approved'),
  user_updated: userEvent('was updated'),
  user_destroyed: userEvent('was deleted'),
  user_suspended: userEvent('was suspended'),
  user_unsuspended: userEvent('was unsuspended'),
  user_anonymized: userEvent('was anonymized'),
  user_logged_in: userEvent('logged in'),
  user_logged_out: userEvent('logged out'),
  user_badge_granted: badgeEvent('received'),
  user_badge_revoked: badgeEvent('lost'),
  group_created: groupEvent('created'),
  group_updated: groupEvent('updated'),
  group_destroyed: groupEvent('deleted'),
  user_added_to_group: membership('added to'),
  user_removed_from_group: membership('removed from'),
  category_created: categoryEvent('created'),
  category_updated: categoryEvent('updated'),
  category_destroyed: categoryEvent('deleted'),
  tag_created: tagEvent('created'),
  tag_updated: tagEvent('updated'),
  tag_destroyed: tagEvent('deleted'),
  reviewable_created: review('is required'),
  reviewable_score_updated: review('has a new score'),
  reviewable_transitioned_to: review('changed its status'),
  chat_message_created: chatMessage('sent'),
  chat_message_edited: chatMessage('edited'),
  chat_message_trashed: chatMessage('deleted'),
  chat_message_restored: chatMessage('restored'),
};
