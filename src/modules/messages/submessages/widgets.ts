// Widgets: polls and to-do lists, created by messages that start with a command, and choices offered by
// bots. Clients that support the widget show it instead of the content.
import { isDeepStrictEqual } from 'node:util';
import {
  isObject,
  type JsonObject,
  unexpectedKeyProblem,
} from '#platform/http/parameters/json-object.js';

export const WIDGET = 'widget';

export type Widget =
  | { widget_type: 'poll'; extra_data: { question: string; options: string[] } }
  | {
      widget_type: 'todo';
      extra_data: { task_list_title: string; tasks: { task: string; desc: string }[] };
    }
  | { widget_type: 'zform'; extra_data: Choices };

interface Choices {
  type: 'choices';
  heading: string;
  choices: { type: 'multiple_choice'; short_name: string; long_name: string; reply: string }[];
}

/** The maximum length of a message. */
const MAX_LENGTH = 10_000;

const CHOICE_TEXTS = ['short_name', 'long_name', 'reply'];

const COMMAND = /^\/(poll|todo)(?=\s|$)/;
const BULLET = /^\s*[-*]\s+/;

/** Undefined for content without a command. */
export function widgetOf(content: string): Widget | undefined {
  const command = COMMAND.exec(content)?.[1];
  if (command === undefined) return undefined;
  const [first = '', ...rest] = content.slice(command.length + 1).split('\n');
  const title = first.trim();
  const lines = rest.map((line) => line.replace(BULLET, '').trim()).filter((line) => line !== '');
  if (command === 'poll') {
    return { widget_type: 'poll', extra_data: { question: title, options: lines } };
  }
  return { widget_type: 'todo', extra_data: { task_list_title: title, tasks: lines.map(taskOf) } };
}

function taskOf(line: string): { task: string; desc: string } {
  const colon = line.indexOf(':');
  if (colon === -1) return { task: line, desc: '' };
  return { task: line.slice(0, colon).trim(), desc: line.slice(colon + 1).trim() };
}

/** Describes the error in the parameter `widget_content`; undefined when it is valid. */
export function widgetProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object';
  const { widget_type: type, extra_data: data } = value;
  if (type !== 'zform') return 'must have the widget_type zform';
  if (!isObject(data) || data['type'] !== 'choices') return 'must have extra_data of type choices';
  const { heading, choices } = data;
  if (typeof heading !== 'string') return 'must have a heading';
  if (!Array.isArray(choices)) return 'must have a list of choices';
  if (!choices.every(isChoice)) {
    return 'must have choices with type, short_name, long_name and reply';
  }
  const unexpected = unexpectedWidgetKey(value, data, choices);
  if (unexpected !== undefined) return unexpected;
  const { length } = JSON.stringify(value);
  return length > MAX_LENGTH ? `is too long (at most ${MAX_LENGTH} characters)` : undefined;
}

function unexpectedWidgetKey(
  widget: JsonObject,
  data: JsonObject,
  choices: JsonObject[],
): string | undefined {
  const problems = [
    unexpectedKeyProblem(widget, ['widget_type', 'extra_data']),
    unexpectedKeyProblem(data, ['type', 'heading', 'choices']),
    ...choices.map((choice) => unexpectedKeyProblem(choice, ['type', ...CHOICE_TEXTS])),
  ];
  return problems.find((problem) => problem !== undefined);
}

function isChoice(value: unknown): value is JsonObject {
  if (!isObject(value) || value['type'] !== 'multiple_choice') return false;
  return CHOICE_TEXTS.every((name) => typeof value[name] === 'string');
}

/** Describes why this cannot be the first submessage; undefined when it can. */
export function firstSubmessageProblem(widget: unknown, isAuthor: boolean): string | undefined {
  if (!isAuthor) return 'Only the author of the message can make it a widget';
  const isWidget =
    isObject(widget) &&
    typeof widget['widget_type'] === 'string' &&
    Object.hasOwn(OPERATIONS, widget['widget_type']) &&
    isObject(widget['extra_data']);
  return isWidget ? undefined : 'The content is not a widget with extra_data';
}

/** The fields of each operation. */
const FIELDS: Record<string, Record<string, (value: unknown) => boolean>> = {
  vote: { key: isText, vote: (value) => value === 1 || value === -1 },
  new_option: { option: isText, idx: isIndex },
  question: { question: isText },
  new_task: { task: isText, desc: isText, key: isIndex, completed: isFlag },
  strike: { key: isText },
  new_task_list_title: { title: isText },
};

/** The operations on each widget. */
const OPERATIONS: Record<Widget['widget_type'], string[]> = {
  poll: ['vote', 'new_option', 'question'],
  todo: ['new_task', 'strike', 'new_task_list_title'],
  zform: [],
};

/** The operations of the author of the message only. */
const AUTHOR_OPERATIONS = ['question', 'new_task_list_title'];

/** Describes why this is no operation on the widget; undefined when it is. */
export function operationProblem(
  widget: unknown,
  operation: unknown,
  isAuthor: boolean,
): string | undefined {
  const kind = isObject(widget) ? widget['widget_type'] : undefined;
  const known = typeof kind === 'string' && Object.hasOwn(OPERATIONS, kind) ? kind : undefined;
  if (known === undefined) return 'The message is not a poll or to-do list';
  if (!isObject(operation)) return 'The content is not an object';
  const { type, ...fields } = operation;
  if (typeof type !== 'string' || !OPERATIONS[known as Widget['widget_type']].includes(type)) {
    return `The widget "${known}" has no such operation`;
  }
  if (!isAuthor && AUTHOR_OPERATIONS.includes(type))
    return 'Only the author of the message can do that';
  const fieldChecks = FIELDS[type]!;
  const names = Object.keys(fieldChecks).toSorted();
  const isComplete = isDeepStrictEqual(Object.keys(fields).toSorted(), names);
  return isComplete && names.every((name) => fieldChecks[name]!(fields[name]))
    ? undefined
    : `The fields of "${type}" are: ${names.join(', ')}`;
}

const MAX_INDEX = 1000;

function isIndex(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_INDEX;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}
