// The plugin HookPress sends the fields that users choose, so that each may be missing.
import {
  details,
  type EventIntegration,
  lines,
  link,
  md,
  type NotificationBuilder,
  type Payload,
  quote,
} from '#modules/integrations/toolkit';

function published(kind: string): NotificationBuilder {
  return (payload) => ({
    topic: kind === 'page' ? 'WordPress Page' : 'WordPress Post',
    content: md`The ${kind} ${postLink(payload)} was published.`,
  });
}

function postLink(payload: Payload): ReturnType<typeof link> {
  const url = payload.optionalText('post_url') ?? payload.optionalText('guid');
  return link(payload.optionalText('post_title') ?? 'without a title', url);
}

const commented: NotificationBuilder = (payload) => ({
  topic: 'WordPress Comment',
  content: lines(
    md`${payload.optionalText('comment_author') ?? 'A visitor'} commented on a post.`,
    details({ Post: payload.optionalLabel('comment_post_ID') }),
    quote(payload.optionalText('comment_content')),
  ),
});

const registered: NotificationBuilder = (payload) => ({
  topic: 'New Blog Users',
  content: lines(
    md`A user registered.`,
    details({
      Name: payload.optionalText('display_name'),
      Email: payload.optionalText('user_email'),
    }),
  ),
});

const loggedIn: NotificationBuilder = (payload) => ({
  topic: 'New Login',
  content: md`${payload.optionalText('user_login') ?? 'A user'} logged in.`,
});

export const integration: EventIntegration = {
  name: 'wordpress',
  displayName: 'WordPress',
  category: 'marketing',
  summary: 'Sends posts and pages that are published, comments, and users.',
  setup: [
    'On a WordPress site of your own, install the plugin **HookPress**; WordPress.com needs no plugin.',
    'Open the page **/wp-admin/options-general.php?page=webhooks** of the site, and choose **Add webhook**.',
    'Choose one of the actions **publish_post** and **publish_page** with the fields post_title, post_type and post_url, **comment_post** with the fields comment_author and comment_content, **user_register** with display_name and user_email, or **wp_login** with user_login.',
    'Paste the URL, and choose **Add new webhook**.',
  ],
  body: 'form',
  event: (payload) => payload.text('hook'),
  events: {
    publish_post: published('post'),
    publish_page: published('page'),
    comment_post: commented,
    user_register: registered,
    wp_login: loggedIn,
  },
};
