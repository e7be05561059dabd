// Reads the response of the receiver of an outgoing webhook: a reply, no reply, or an invalid response.
import { type Widget, widgetProblem } from '#modules/messages/submessages';
import { InvalidText } from '#platform/http/parameters/invalid-text.js';
import { isObject, type JsonObject } from '#platform/http/parameters/json-object.js';
import { parseJson } from '#platform/http/parameters/json-text.js';
import { SLACK_FORMAT } from './webhook-request.view.js';

export type WebhookAnswer =
  | { kind: 'silent' }
  | { kind: 'reply'; content: string; widget?: Widget | undefined }
  /** `problem` is a predicate such as "is not a JSON object". */
  | { kind: 'invalid'; problem: string };

const SILENT: WebhookAnswer = { kind: 'silent' };

export function readAnswer(body: string, format: 1 | 2): WebhookAnswer {
  if (body.trim() === '') return SILENT;
  const answer = parsed(body);
  // Old versions of zulip-botserver send an empty JSON string for no reply.
  if (answer === '') return SILENT;
  if (!isObject(answer)) return invalid('is not a JSON object');
  if (isTrue(answer['response_not_required'])) return SILENT;
  if (format === SLACK_FORMAT) return replyFrom(answer, 'text');
  if (isPresent(answer['response_string'])) return replyFrom(answer, 'response_string');
  const reply = replyFrom(answer, 'content');
  if (reply.kind !== 'reply' || !isPresent(answer['widget_content'])) return reply;
  return withWidget(reply, answer['widget_content']);
}

function replyFrom(answer: JsonObject, name: string): WebhookAnswer {
  const value = answer[name];
  if (!isPresent(value)) return SILENT;
  if (typeof value !== 'string' && typeof value !== 'number') {
    return invalid(`has a ${name} that is not a string`);
  }
  const content = String(value).replaceAll(/[\0\p{Cs}]/gu, '\uFFFD');
  return content.trim() === '' ? SILENT : { kind: 'reply', content };
}

/** The widget is an object or, as in POST /messages, a JSON string. */
function withWidget(reply: WebhookAnswer & { kind: 'reply' }, value: unknown): WebhookAnswer {
  try {
    const widget = parseJson(typeof value === 'string' ? value : jsonOf(value));
    const problem = widgetProblem(widget);
    return problem === undefined
      ? { ...reply, widget: widget as Widget }
      : invalid(`has a widget_content that ${problem}`);
  } catch (error) {
    if (!(error instanceof InvalidText)) throw error;
    return invalid(`has a widget_content that ${error.reason}`);
  }
}

/** JSON.stringify exhausts the stack for values that JSON.parse can read. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw new InvalidText('is nested too deeply');
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

function invalid(problem: string): WebhookAnswer {
  return { kind: 'invalid', problem };
}
