// Payloads contain addresses of the API without the host, so that messages have no links.
import {
  details,
  duration,
  type EventIntegration,
  hmac,
  type Insert,
  itemTopic,
  lines,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quoteMarkdown,
  type WebhookRequest,
} from '#modules/integrations/toolkit';

const SECONDS_PER_DAY = 86_400;
const SECONDS_PER_HOUR = 3600;
const SECONDS_PER_MINUTE = 60;

/** The name of a linked thing, which is embedded or only the title of the link. */
function linked(resource: Payload, relation: string, name = 'name'): string | undefined {
  return (
    resource.optionalText(['_embedded', relation, name]) ??
    resource.optionalText(['_links', relation, 'title'])
  );
}

interface WorkPackage {
  id: string;
  subject: string;
  project: string;
  type: string;
}

function topicOf({ project, id, subject }: WorkPackage): string {
  return itemTopic(project, { kind: 'work package', id, title: subject });
}

function reference({ type, id, subject }: WorkPackage, { hasTopic }: WebhookRequest): string {
  return hasTopic ? `${type} #${id} ${subject}` : `${type} #${id}`;
}

function workPackageOf(resource: Payload): WorkPackage {
  return {
    id: resource.label('id'),
    subject: resource.text('subject'),
    project: linked(resource, 'project') ?? 'OpenProject',
    type: linked(resource, 'type') ?? 'Work package',
  };
}

/** The work package to which a comment, an attachment or a time entry belongs. */
function ownerOf(resource: Payload, relation: string): WorkPackage | undefined {
  const subject = linked(resource, relation, 'subject');
  const [, id] = /work_packages\/(\d{1,20})$/.exec(
    resource.optionalText(['_links', relation, 'href']) ?? '',
  ) ?? [undefined, resource.optionalLabel(['_embedded', relation, 'id'])];
  if (subject === undefined || id === undefined) return undefined;
  const owner = resource.optionalObject(['_embedded', relation]);
  return {
    id,
    subject,
    project: (owner && linked(owner, 'project')) ?? linked(resource, 'project') ?? 'OpenProject',
    type: (owner && linked(owner, 'type')) ?? 'Work package',
  };
}

/** Payloads do not name the user who changes a work package. */
const workPackageCreated: NotificationBuilder = (payload, request) => {
  const resource = payload.object('work_package');
  const about = workPackageOf(resource);
  const author = linked(resource, 'author') ?? 'A user';
  return {
    topic: topicOf(about),
    content: lines(
      md`${author} created ${reference(about, request)}.`,
      factsOf(resource),
      quoteMarkdown(resource.optionalText('description.raw')),
    ),
  };
};

const workPackageUpdated: NotificationBuilder = (payload, request) => {
  const resource = payload.object('work_package');
  const about = workPackageOf(resource);
  return {
    topic: topicOf(about),
    content: lines(md`${reference(about, request)} was changed.`, factsOf(resource)),
  };
};

function factsOf(resource: Payload): Markdown {
  const done = resource.optionalNumber('percentageDone');
  return details({
    Status: linked(resource, 'status'),
    Priority: linked(resource, 'priority'),
    Assignee: linked(resource, 'assignee'),
    Version: linked(resource, 'version'),
    Start: resource.optionalText('startDate'),
    Due: resource.optionalText('dueDate') ?? resource.optionalText('date'),
    Done: done === undefined || done === 0 ? undefined : `${done} %`,
  });
}

function comment(noun: string): NotificationBuilder {
  return (payload, request) => {
    const activity = payload.object('activity');
    const about = ownerOf(activity, 'workPackage');
    const user = linked(activity, 'user') ?? 'A user';
    return {
      topic: about ? topicOf(about) : 'OpenProject',
      content: lines(
        md`${user} ${noun} on ${about ? reference(about, request) : 'a work package'}.`,
        quoteMarkdown(activity.optionalText('comment.raw')),
      ),
    };
  };
}

function projectEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const resource = payload.object('project');
    const name = resource.text('name');
    return {
      topic: name,
      content: lines(
        md`The project ${name} was ${verb}.`,
        details({ Status: linked(resource, 'status'), Parent: linked(resource, 'parent') }),
        verb === 'created' && quoteMarkdown(resource.optionalText('description.raw')),
      ),
    };
  };
}

const attachmentCreated: NotificationBuilder = (payload, request) => {
  const attachment = payload.object('attachment');
  const about = ownerOf(attachment, 'container');
  const container = linked(attachment, 'container') ?? linked(attachment, 'container', 'subject');
  const author = linked(attachment, 'author') ?? 'A user';
  const place = about ? reference(about, request) : (container ?? 'OpenProject');
  return {
    topic: about ? topicOf(about) : (container ?? 'OpenProject'),
    content: lines(
      md`${author} attached ${attachment.text('fileName')} to ${place}.`,
      quoteMarkdown(attachment.optionalText('description.raw')),
    ),
  };
};

const timeEntryCreated: NotificationBuilder = (payload, request) => {
  const entry = payload.object('time_entry');
  const about = ownerOf(entry, 'workPackage') ?? ownerOf(entry, 'entity');
  const user = linked(entry, 'user') ?? 'A user';
  const name = linked(entry, 'project') ?? 'OpenProject';
  return {
    topic: about ? topicOf(about) : name,
    content: lines(
      md`${user} logged ${timeOf(entry.optionalText('hours'))} on ${about ? reference(about, request) : name}.`,
      details({ Activity: linked(entry, 'activity'), Date: entry.optionalText('spentOn') }),
      quoteMarkdown(entry.optionalText('comment.raw')),
    ),
  };
};

/** A duration of ISO 8601, such as PT1H30M. */
function timeOf(value: string | undefined): Insert {
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] =
    /^P(?:(\d{1,6})D)?(?:T(?:(\d{1,6}(?:\.\d{1,6})?)H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/.exec(
      value ?? '',
    ) ?? [];
  const total =
    Number(days) * SECONDS_PER_DAY +
    Number(hours) * SECONDS_PER_HOUR +
    Number(minutes) * SECONDS_PER_MINUTE +
    Number(seconds);
  return total === 0 ? 'time' : duration(total);
}

export const integration: EventIntegration = {
  name: 'openproject',
  displayName: 'OpenProject',
  category: 'project-management',
  summary: 'Sends changes of work packages and projects, comments, attachments and logged time.',
  setup: [
    'In OpenProject, as an administrator, open **Administration**, **API and webhooks**, **Webhooks**, and choose **Webhook**.',
    'Enter a name, and paste the URL as **Payload URL**.',
    'To have signatures checked, enter a **Signature secret**, and add it to the URL as webhook_secret.',
    'Choose the events and the projects, and **Create**.',
  ],
  signature: hmac({ header: 'X-OP-Signature', algorithm: 'sha1', prefix: 'sha1=' }),
  event: (payload) => payload.text('action'),
  events: {
    'work_package:created': workPackageCreated,
    'work_package:updated': workPackageUpdated,
    'work_package_comment:comment': comment('commented'),
    'work_package_comment:internal_comment': comment('commented internally'),
    'project:created': projectEvent('created'),
    'project:updated': projectEvent('changed'),
    'attachment:created': attachmentCreated,
    'time_entry:created': timeEntryCreated,
  },
};
