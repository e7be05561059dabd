import {
  details,
  type EventIntegration,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quoteMarkdown,
  words,
} from '#modules/integrations/toolkit';

const MAX_CHANGES = 20;

/** Values that follow from others, and texts that may be long. */
const LEFT_OUT = new Set([
  'accepted_at',
  'after_id',
  'before_id',
  'follower_ids',
  'label_ids',
  'owned_by_id',
  'project_id',
  'updated_at',
]);

function topicOf(payload: Payload): string {
  const story = storyOf(payload);
  return story
    ? `#${story.label('id')}: ${story.text('name')}`
    : (payload.optionalText('project.name') ?? 'Pivotal Tracker');
}

/** The first story or epic that was changed. */
function storyOf(payload: Payload): Payload | undefined {
  return payload
    .optionalList('primary_resources')
    .find((resource) => ['story', 'epic'].includes(resource.optionalText('kind') ?? ''));
}

function actorOf(payload: Payload): string {
  return payload.optionalText('performed_by.name') ?? 'A user';
}

/** Such as `story 12`; the topic has the title. */
function reference(payload: Payload, hasTopic: boolean): Markdown {
  const story = storyOf(payload);
  if (!story) return md`the project`;
  const kind = story.optionalText('story_type') ?? story.text('kind');
  const label = hasTopic ? story.text('name') : `#${story.label('id')}`;
  return md`the ${kind} ${link(label, story.optionalText('url'))}`;
}

/** The actor did this; the changes follow. */
function activity(verb: string, place = ''): NotificationBuilder {
  return (payload, { hasTopic }) => ({
    topic: topicOf(payload),
    content: lines(
      md`${actorOf(payload)} ${highlightOf(payload) ?? verb} ${reference(payload, hasTopic)}${place}.`,
      details(changesOf(payload)),
      quoteMarkdown(descriptionOf(payload)),
    ),
  });
}

/** What Pivotal Tracker shows of a change of the state, such as "started". */
function highlightOf(payload: Payload): string | undefined {
  const highlight = payload.optionalText('highlight');
  return payload.text('kind') === 'story_update_activity' && highlight !== undefined
    ? highlight.replace(/:$/, '')
    : undefined;
}

function descriptionOf(payload: Payload): string | undefined {
  if (!payload.text('kind').endsWith('_create_activity')) return undefined;
  return changeOf(payload)?.optionalText('new_values.description');
}

/** The change of a story or an epic; others are of counts that depend on it. */
function changeOf(payload: Payload): Payload | undefined {
  return payload
    .optionalList('changes')
    .find((change) => ['story', 'epic'].includes(change.optionalText('kind') ?? ''));
}

function changesOf(payload: Payload): Record<string, Insert> {
  const change = changeOf(payload);
  if (!change || change.optionalText('change_type') === 'create') return {};
  const members = change.members('new_values').filter(([name]) => !LEFT_OUT.has(name));
  return Object.fromEntries(
    members
      .slice(0, MAX_CHANGES)
      .map(([name, after]): [string, Insert] => [words(name), valueOf(change, { name, after })]),
  );
}

function valueOf(change: Payload, { name, after }: { name: string; after: Payload }): Insert {
  const value = after.value([]);
  if (name === 'description' || (typeof value === 'object' && value !== null)) return 'changed';
  const path = ['original_values', name];
  const before = typeof change.value(path) === 'object' ? undefined : change.optionalLabel(path);
  const label = after.optionalLabel([]) ?? 'none';
  return before === undefined ? md`${label}` : md`${label} (was ${before})`;
}

function comment(verb: string): NotificationBuilder {
  return (payload, { hasTopic }) => {
    const change = payload
      .optionalList('changes')
      .find((item) => item.optionalText('kind') === 'comment');
    return {
      topic: topicOf(payload),
      content: lines(
        md`${actorOf(payload)} ${verb} ${reference(payload, hasTopic)}.`,
        quoteMarkdown(change?.optionalText('new_values.text')),
      ),
    };
  };
}

/** Tasks, blockers, labels and other parts, which Pivotal Tracker describes in a sentence. */
const described: NotificationBuilder = (payload, { hasTopic }) => ({
  topic: topicOf(payload),
  content: lines(
    md`${payload.text('message')}.`,
    hasTopic && storyOf(payload) && md`In ${reference(payload, hasTopic)}.`,
  ),
});

export const integration: EventIntegration = {
  name: 'pivotal',
  displayName: 'Pivotal Tracker',
  category: 'project-management',
  summary: 'Sends changes of stories and epics, and comments on them.',
  setup: [
    'In the project, open **More**, **Webhooks**.',
    'Paste the URL as **Webhook URL**, choose **v5** as the version, and **Add**.',
  ],
  event: (payload) => payload.text('kind'),
  events: {
    story_create_activity: activity('created'),
    story_update_activity: activity('changed'),
    story_delete_activity: described,
    story_move_activity: activity('moved'),
    story_move_into_project_activity: activity('moved', ' to this project'),
    story_move_into_project_and_prioritize_activity: activity('moved', ' to this project'),
    story_move_from_project_activity: activity('moved', ' to another project'),
    epic_create_activity: activity('created'),
    epic_update_activity: activity('changed'),
    epic_delete_activity: described,
    epic_move_activity: activity('moved'),
    comment_create_activity: comment('commented on'),
    comment_update_activity: comment('edited a comment on'),
    comment_delete_activity: comment('deleted a comment on'),
    task_create_activity: described,
    task_update_activity: described,
    task_delete_activity: described,
    blocker_create_activity: described,
    blocker_update_activity: described,
    blocker_delete_activity: described,
    label_create_activity: described,
    label_update_activity: described,
    label_delete_activity: described,
    iteration_update_activity: described,
    project_membership_create_activity: described,
    project_membership_update_activity: described,
    project_membership_delete_activity: described,
    pull_request_create_activity: described,
    pull_request_delete_activity: described,
    branch_create_activity: described,
    branch_delete_activity: described,
    review_create_activity: described,
    review_update_activity: described,
    review_delete_activity: described,
  },
  ignored: ['follower_create_activity', 'follower_delete_activity', 'project_update_activity'],
};
