import { describe, expect, it } from '@jest/globals';
import { readAnswer } from './webhook-answer.js';

const silent = { kind: 'silent' };
const reply = (content: string, widget?: unknown): unknown => ({
  kind: 'reply',
  content,
  ...(widget !== undefined && { widget }),
});
const invalid = (problem: string): unknown => ({ kind: 'invalid', problem });

const CHOICES = {
  widget_type: 'zform',
  extra_data: {
    type: 'choices',
    heading: 'Sample',
    choices: [{ type: 'multiple_choice', short_name: 'A', long_name: 'a', reply: 'a' }],
  },
};

describe('a response in the format of Zulip', () => {
  it.each([
    [{ content: 'Hello' }, reply('Hello')],
    [{ response_string: 'Hello', content: 'not this' }, reply('Hello')],
    [{ response_string: null, content: 'Hello' }, reply('Hello')],
    [{ response_string: '', content: 'not this' }, silent],
    [{ content: 42 }, reply('42')],
    [{ content: 'a\0b\ud800' }, reply('a\ufffdb\ufffd')],
    [{ content: ' \n ' }, silent],
    [{}, silent],
    [{ content: null }, silent],
    [{ text: 'not this' }, silent],
    [{ response_not_required: true, content: 'not this' }, silent],
    [{ response_not_required: false, content: 'Hello' }, reply('Hello')],
    [{ content: ['Hello'] }, invalid('has a content that is not a string')],
    [{ response_string: {} }, invalid('has a response_string that is not a string')],
    [{ content: 'Hello', widget_content: CHOICES }, reply('Hello', CHOICES)],
    [{ content: 'Hello', widget_content: JSON.stringify(CHOICES) }, reply('Hello', CHOICES)],
    [{ content: 'Hello', widget_content: null }, reply('Hello')],
    [{ response_string: 'Hello', widget_content: CHOICES }, reply('Hello')],
    [{ widget_content: CHOICES }, silent],
    [
      { content: 'Hello', widget_content: '{' },
      invalid('has a widget_content that must be valid JSON'),
    ],
    [
      { content: 'Hello', widget_content: {} },
      invalid('has a widget_content that must have the widget_type zform'),
    ],
  ])('%j', (answer, expected) => {
    expect(readAnswer(JSON.stringify(answer), 1)).toEqual(expected);
  });
});

describe('a response in the format of Slack', () => {
  it.each([
    [{ text: 'Hello' }, reply('Hello')],
    [{ text: '' }, silent],
    [{ content: 'not this', response_string: 'nor this' }, silent],
    [{ text: {} }, invalid('has a text that is not a string')],
  ])('%j', (answer, expected) => {
    expect(readAnswer(JSON.stringify(answer), 2)).toEqual(expected);
  });
});

it('refuses a widget that is nested too deeply', () => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  expect(readAnswer(`{"content": "Hello", "widget_content": ${deep}}`, 1)).toEqual(
    invalid('has a widget_content that is nested too deeply'),
  );
});

it.each(['', ' \n', '""'])('%j says nothing', (body) => {
  expect(readAnswer(body, 1)).toEqual(silent);
});

it.each(['<html></html>', 'ok', '[]', 'null', '"text"', '5', '{"content": "a"', '{}{}'])(
  '%s is no answer',
  (body) => {
    expect(readAnswer(body, 1)).toEqual(invalid('is not a JSON object'));
  },
);
