// Lines of the log that match a saved search, or their number for each system.
import {
  bullets,
  codeBlock,
  counted,
  lines,
  link,
  type Markdown,
  md,
  type Payload,
  type PlainIntegration,
} from '#modules/integrations/toolkit';

/** Additional lines are only counted. */
const MAX_EVENTS = 20;

export const integration: PlainIntegration = {
  name: 'papertrail',
  displayName: 'Papertrail',
  category: 'monitoring',
  summary: 'Sends lines of the log that match a saved search.',
  setup: [
    'In Papertrail, open a search, choose **Save search**, and **Save & set up an alert**.',
    'Choose **Webhook**, paste the URL, and choose **Create alert**.',
  ],
  notification: (payload) => {
    const name = payload.text('saved_search.name');
    const search = link(name, payload.optionalText('saved_search.html_search_url'));
    return {
      topic: 'logs',
      content: payload.has('counts') ? counts(payload, search) : events(payload, search),
    };
  },
};

function events(payload: Payload, search: Markdown): Markdown {
  const found = payload.list('events');
  const shown = found.slice(0, MAX_EVENTS);
  const number = payload.count('events');
  return lines(
    md`The search ${search} found ${counted(number, 'line')}.`,
    codeBlock(shown.map((event) => lineOf(event)).join('\n')),
    number > shown.length && md`and ${number - shown.length} more`,
  );
}

function lineOf(event: Payload): string {
  const at = event.optionalText('display_received_at') ?? event.optionalText('received_at');
  const source = event.optionalText('source_name') ?? event.optionalText('hostname');
  const program = event.optionalText('program');
  return [at, source, program === undefined ? undefined : `${program}:`, event.text('message')]
    .filter((part) => part !== undefined)
    .join(' ');
}

function counts(payload: Payload, search: Markdown): Markdown {
  const systems = payload.list('counts').map((system) => ({
    name: system.text('source_name'),
    number: system.members('timeseries').reduce((sum, [, value]) => sum + value.number([]), 0),
  }));
  const total = systems.reduce((sum, { number }) => sum + number, 0);
  return lines(
    md`The search ${search} found ${counted(total, 'line')}.`,
    bullets(systems.map(({ name, number }) => md`${name}: ${number}`)),
  );
}
