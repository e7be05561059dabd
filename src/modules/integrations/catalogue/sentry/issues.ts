// Changes of issues, and comments on them.
import {
  code,
  details,
  lines,
  link,
  md,
  type NotificationBuilder,
  type Payload,
  quoteMarkdown,
  time,
} from '#modules/integrations/toolkit';

export function issueEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const issue = payload.object('data.issue');
    const title = issue.text('title');
    const label = link(issue.optionalText('shortId') ?? title, pageOf(issue));
    const actor = payload.optionalText('actor.name') ?? 'Sentry';
    const assignee = verb === 'assigned' ? issue.optionalText('assignedTo.name') : undefined;
    return {
      topic: title,
      content: lines(
        assignee === undefined
          ? md`${actor} ${verb} issue ${label}: ${title}.`
          : md`${actor} assigned issue ${label} to ${assignee}: ${title}.`,
        verb === 'created' ? factsOf(issue) : resolutionOf(issue),
      ),
    };
  };
}

function pageOf(issue: Payload): string | undefined {
  return issue.optionalText('web_url') ?? issue.optionalText('permalink');
}

function factsOf(issue: Payload): ReturnType<typeof details> {
  const culprit = issue.optionalText('culprit');
  return details({
    Project: issue.optionalText('project.name'),
    Level: issue.optionalText('level'),
    Location: culprit === undefined ? undefined : code(culprit),
    'First seen': time(issue.optionalText('firstSeen')),
  });
}

function resolutionOf(issue: Payload): ReturnType<typeof details> {
  const status = issue.optionalObject('statusDetails');
  const isInNextRelease = status?.value('inNextRelease') === true;
  return details({
    Release: isInNextRelease ? 'next release' : status?.optionalText('inRelease'),
    Commit: status?.optionalText('inCommit.commit'),
    Until: time(status?.optionalText('ignoreUntil')),
  });
}

/** These webhooks contain the id of the issue, but neither its title nor its address. */
export function commentEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const issue = payload.label('data.issue_id');
    const actor = payload.optionalText('actor.name') ?? 'A user';
    const project = payload.optionalText('data.project_slug');
    return {
      topic: project === undefined ? `issue ${issue}` : `${project} / issue ${issue}`,
      content: lines(
        md`${actor} ${verb} issue ${issue}.`,
        quoteMarkdown(payload.optionalText('data.comment')),
      ),
    };
  };
}
