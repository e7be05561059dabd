// Events of the artifacts in a repository.
import {
  capitalized,
  code,
  counted,
  details,
  enumeration,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quote,
  words,
} from '#modules/integrations/toolkit';

const MAX_RESOURCES = 10;

/** CloudEvents contain the data in another member. */
export function dataOf(payload: Payload): Payload {
  return payload.object(payload.has('event_data') ? 'event_data' : 'data');
}

function actorOf(payload: Payload): string {
  return payload.optionalText('operator') ?? 'Harbor';
}

function topicOf(data: Payload): string {
  return data.text('repository.repo_full_name');
}

/** The artifacts by their tags. */
function artifactsOf(data: Payload): Markdown {
  const resources = data.optionalList('resources');
  const names = resources.slice(0, MAX_RESOURCES).map(artifactName);
  const omitted = resources.length - names.length;
  return enumeration([...names, omitted > 0 ? counted(omitted, 'other') : undefined]);
}

function artifactName(resource: Payload): Markdown {
  const url = resource.optionalText('resource_url');
  const tag = resource.optionalText('tag') ?? resource.optionalText('digest') ?? 'artifact';
  // Addresses of resources have no scheme.
  return code(url ?? tag);
}

export function artifactEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const data = dataOf(payload);
    const repository = topicOf(data);
    const number = data.count('resources');
    const what = number > 1 ? counted(number, 'artifact') : 'an artifact';
    return {
      topic: repository,
      content: lines(
        md`${actorOf(payload)} ${verb} ${what} of ${repository}.`,
        details({
          [number > 1 ? 'Artifacts' : 'Artifact']: artifactsOf(data),
          Type: data.optionalText('repository.repo_type'),
        }),
      ),
    };
  };
}

export function scanEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const data = dataOf(payload);
    return {
      topic: topicOf(data),
      content: lines(
        md`The scan of ${artifactsOf(data)} ${verb}.`,
        ...data.optionalList('resources').slice(0, MAX_RESOURCES).flatMap(findingsOf),
      ),
    };
  };
}

function findingsOf(resource: Payload): Markdown[] {
  return resource.members('scan_overview').map(([, report]) => {
    const severities = report.members('summary.summary');
    const counts = severities.map(([severity, number]): [string, Insert] => [
      words(severity),
      number.optionalLabel([]),
    ]);
    return details({
      Severity: report.optionalText('severity'),
      Vulnerabilities: enumeration(counts.map(([severity, number]) => md`${number} ${severity}`)),
      Fixable: report.optionalLabel('summary.fixable'),
      Scanner: report.optionalText('scanner.name'),
    });
  });
}

export function quotaEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const data = dataOf(payload);
    const facts = data.members('custom_attributes');
    const text = facts.map(([, value]) => value.optionalLabel([])).join('\n');
    return {
      topic: topicOf(data),
      content: lines(md`A push to ${topicOf(data)} ${verb}.`, quote(text)),
    };
  };
}

export function chartEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const data = dataOf(payload);
    const charts = data.optionalList('resources').map((resource) => {
      const tag = resource.optionalText('tag') ?? 'chart';
      return link(code(tag), resource.optionalText('resource_url'));
    });
    return {
      topic: topicOf(data),
      content: md`${actorOf(payload)} ${verb} the chart ${topicOf(data)} ${enumeration(charts)}.`,
    };
  };
}

/** Such as "Success" of `SUCCESS`. */
export function statusText(status: string | undefined): string | undefined {
  return status === undefined ? undefined : capitalized(words(status));
}
