// Requests of fulfillments: versions 1 and 2 of Dialogflow ES, and Dialogflow CX.
import {
  details,
  lines,
  md,
  type Notification,
  type Payload,
  type PlainIntegration,
  quote,
} from '#modules/integrations/toolkit';

const TOPIC = 'Dialogflow';
const OK = 200;

interface Answer {
  query: string | undefined;
  intent: string | undefined;
  text: string | undefined;
}

function answerOf(payload: Payload): Answer {
  if (payload.has('queryResult')) {
    const result = payload.object('queryResult');
    return {
      query: result.optionalText('queryText'),
      intent: result.optionalText('intent.displayName'),
      text: result.optionalText('fulfillmentText') ?? textOf(result, 'fulfillmentMessages'),
    };
  }
  if (payload.has('fulfillmentInfo')) {
    return {
      query: payload.optionalText('text') ?? payload.optionalText('transcript'),
      intent: payload.optionalText('intentInfo.displayName'),
      text: textOf(payload, 'messages'),
    };
  }
  const result = payload.object('result');
  return {
    query: result.optionalText('resolvedQuery'),
    intent: result.optionalText('metadata.intentName'),
    text:
      result.optionalText('fulfillment.speech') ??
      payload.optionalText('alternateResult.fulfillment.speech'),
  };
}

/** The texts of a list of messages. */
function textOf(payload: Payload, path: string): string | undefined {
  const texts = payload.optionalList(path).flatMap((message) => message.texts('text.text'));
  return texts.length === 0 ? undefined : texts.join('\n');
}

function failureOf(payload: Payload): Notification | undefined {
  const code = payload.optionalNumber('status.code') ?? OK;
  if (code === OK) return undefined;
  return {
    topic: TOPIC,
    content: lines(
      md`Dialogflow could not answer a query (status ${code}).`,
      details({ Type: payload.optionalText('status.errorType') }),
      quote(payload.optionalText('status.errorDetails')),
    ),
  };
}

export const integration: PlainIntegration = {
  name: 'dialogflow',
  displayName: 'Dialogflow',
  category: 'customer-support',
  summary: 'Sends the answers of an agent to queries.',
  setup: [
    'In the agent on Dialogflow, open **Fulfillment**, turn **Webhook** on, and paste the URL as **URL**.',
    'In each intent, under **Fulfillment**, turn on **Enable webhook call for this intent**.',
  ],
  notification: (payload) => {
    const failure = failureOf(payload);
    if (failure) return failure;
    const { query, intent, text } = answerOf(payload);
    return {
      topic: TOPIC,
      content: lines(
        intent === undefined
          ? md`A query was answered.`
          : md`A query was answered, with the intent ${intent}.`,
        details({ Query: query }),
        quote(text),
      ),
    };
  },
};
