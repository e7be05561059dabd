import {
  capitalized,
  details,
  enumeration,
  type EventIntegration,
  hmac,
  type Insert,
  lines,
  link,
  md,
  type NotificationBuilder,
  type Payload,
  quote,
} from '#modules/integrations/toolkit';

const TOPIC = 'Survey response';

/** The lowest scores of promoters and passives, in surveys of the type NPS. */
const PROMOTER = 9;
const PASSIVE = 7;

const MAX_PROPERTIES = 20;

function response(verb: string): NotificationBuilder {
  return (payload) => {
    const data = payload.object('event_data');
    const score = data.optionalNumber('score');
    const page = link('survey response', data.optionalText('permalink'));
    return {
      topic: TOPIC,
      content: lines(
        md`${personOf(data)} ${verb} a ${page}${score === undefined ? '' : ` with the score ${score}`}.`,
        details({
          Group: groupOf(data, score),
          ...answersOf(data),
          Tags: data.texts('tags').join(', '),
          ...propertiesOf(data),
        }),
        quote(data.optionalText('comment')),
      ),
    };
  };
}

/** Deleted people and anonymous visitors have no person, or an identifier only. */
function personOf(data: Payload): string {
  if (typeof data.value('person') !== 'object') return 'A person';
  const name = data.optionalText('person.name');
  const contact = data.optionalText('person.email') ?? data.optionalText('person.phone_number');
  if (name === undefined) return contact ?? 'A person';
  return contact === undefined ? name : `${name} (${contact})`;
}

function groupOf(data: Payload, score: number | undefined): string | undefined {
  const type = data.optionalText('survey_type') ?? 'nps';
  if (score === undefined || type !== 'nps') return undefined;
  if (score >= PROMOTER) return 'promoter';
  return score >= PASSIVE ? 'passive' : 'detractor';
}

function answersOf(data: Payload): Record<string, Insert> {
  const answers = data.optionalList('additional_answers').slice(0, MAX_PROPERTIES);
  return Object.fromEntries(
    answers.map((answer) => [
      answer.optionalText('question.text') ?? 'Answer',
      answer.optionalLabel('value.free_response') ??
        answer.optionalLabel('value.text') ??
        answer.optionalLabel('value.label') ??
        choicesOf(answer),
    ]),
  );
}

/** A question may allow several choices. */
function choicesOf(answer: Payload): Insert {
  if (!Array.isArray(answer.value('value'))) return undefined;
  return enumeration(answer.list('value').map((choice) => choice.optionalText('text')));
}

function propertiesOf(data: Payload): Record<string, Insert> {
  const properties = data.members('person_properties').slice(0, MAX_PROPERTIES);
  return Object.fromEntries(
    properties.map(([name, value]) => [capitalized(name), value.optionalLabel([])]),
  );
}

const unsubscribed: NotificationBuilder = (payload) => ({
  topic: TOPIC,
  content: md`${personOf(payload.object('event_data'))} unsubscribed from surveys.`,
});

export const integration: EventIntegration = {
  name: 'delighted',
  displayName: 'Delighted',
  category: 'customer-support',
  summary: 'Sends responses to surveys.',
  setup: [
    'In Delighted, open **Integrations**, **Webhooks**.',
    'Paste the URL under **Send webhook notifications for**, and choose **Save and turn on**.',
    'To have signatures checked, add the private API key of the project to the URL as webhook_secret.',
  ],
  signature: hmac({
    header: 'X-Delighted-Webhook-Signature',
    algorithm: 'sha256',
    prefix: 'sha256=',
  }),
  event: (payload) => payload.text('event_type'),
  events: {
    'survey_response.created': response('gave'),
    'survey_response.updated': response('updated'),
    'survey_response.unsubscribed': unsubscribed,
  },
};
