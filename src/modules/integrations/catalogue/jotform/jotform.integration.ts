import {
  bold,
  details,
  lines,
  link,
  md,
  type Payload,
  type PlainIntegration,
  urlPart,
} from '#modules/integrations/toolkit';

const MAX_ANSWERS = 50;

/** Before the question that follows an answer. */
const NEXT_QUESTION = /, (?=[^,:]{1,200}:)/;

export const integration: PlainIntegration = {
  name: 'jotform',
  displayName: 'Jotform',
  category: 'productivity',
  summary: 'Sends what visitors submit in forms.',
  setup: [
    'In the form on Jotform, open **Settings**, **Integrations**, and choose **Webhooks**.',
    'Paste the URL, and choose **Complete Integration**.',
  ],
  body: 'form',
  notification: (payload) => {
    const form = payload.optionalText('formTitle') ?? 'Jotform';
    const { questions, text } = answersOf(payload.optionalText('pretty') ?? '');
    return {
      topic: form,
      content: lines(
        md`A ${link('submission', pageOf(payload))} of the form ${bold(form)} was received.`,
        details(questions),
        text,
      ),
    };
  },
};

/** Jotform sends the questions and answers in one text. */
function answersOf(text: string): { questions: Record<string, string>; text: string | undefined } {
  const parts = text.split(NEXT_QUESTION).slice(0, MAX_ANSWERS);
  const pairs = parts.map((part): [string, string] => {
    const at = Math.max(0, part.indexOf(':'));
    return [part.slice(0, at).trim(), part.slice(at + 1).trim()];
  });
  // A text without questions is shown as it is.
  const isReadable = pairs.every(([question]) => question !== '');
  return isReadable
    ? { questions: Object.fromEntries(pairs), text: undefined }
    : { questions: {}, text };
}

function pageOf(payload: Payload): string | undefined {
  const form = payload.optionalLabel('formID');
  const submission = payload.optionalLabel('submissionID');
  if (form === undefined || submission === undefined) return undefined;
  return `https://www.jotform.com/inbox/${urlPart(form)}/${urlPart(submission)}`;
}
