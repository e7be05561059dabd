import {
  BRANCHES,
  bullets,
  hmac,
  lines,
  link,
  type Markdown,
  md,
  type Payload,
  type PlainIntegration,
  words,
} from '#modules/integrations/toolkit';

const GATES: ReadonlyMap<string, string> = new Map([
  ['OK', 'passed'],
  ['WARN', 'passed with warnings'],
  ['ERROR', 'failed'],
]);

/** What a value should be so that the condition is met. */
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['GREATER_THAN', 'at most'],
  ['LESS_THAN', 'at least'],
  ['EQUALS', 'not'],
  ['NOT_EQUALS', 'equal to'],
]);

export const integration: PlainIntegration = {
  name: 'sonarqube',
  displayName: 'SonarQube',
  category: 'continuous-integration',
  summary: 'Sends analyses with the result of the quality gate.',
  setup: [
    'In **Project Settings** on SonarQube, or in **Administration**, **Configuration** for all projects, open **Webhooks**, and choose **Create**.',
    'Paste the URL, and choose **Create**.',
    'To verify signatures, enter a **Secret** and add it to the URL as webhook_secret.',
  ],
  options: [BRANCHES],
  signature: hmac({ header: 'X-Sonar-Webhook-HMAC-SHA256', algorithm: 'sha256' }),
  notification: (payload, request) => {
    const project = payload.text('project.name');
    const branch = payload.optionalText('branch.name');
    if (branch !== undefined && !request.includesBranch(branch)) return undefined;
    const url = payload.optionalText('branch.url') ?? payload.optionalText('project.url');
    return {
      topic: branch === undefined ? project : `${project} / ${branch}`,
      content: lines(
        md`${kindOf(payload)} ${link(branch ?? project, url)}: ${outcomeOf(payload)}.`,
        conditions(payload),
      ),
    };
  },
};

function outcomeOf(payload: Payload): string {
  const gate = payload.optionalText('qualityGate.status');
  if (gate === undefined) return words(payload.text('status'));
  return `the quality gate ${GATES.get(gate) ?? `is ${words(gate)}`}`;
}

function kindOf(payload: Payload): string {
  const kind = payload.optionalText('branch.type');
  const subject = kind === 'PULL_REQUEST' ? 'pull request' : kind === undefined ? '' : 'branch';
  return `Analysis of ${subject}`.trim();
}

/** The conditions of the quality gate that are not met. */
function conditions(payload: Payload): Markdown {
  return bullets(
    payload
      .optionalList('qualityGate.conditions')
      .filter((condition) => !['OK', 'NO_VALUE'].includes(condition.text('status')))
      .map((condition) => item(condition)),
  );
}

function item(condition: Payload): Markdown {
  const metric = words(condition.text('metric'));
  const value = condition.optionalLabel('value');
  const limit = condition.optionalLabel('errorThreshold');
  const operator = OPERATORS.get(condition.optionalText('operator') ?? '');
  const isComplete = limit !== undefined && operator !== undefined;
  return md`${metric}: ${value}${isComplete ? md`, should be ${operator} ${limit}` : undefined}`;
}
