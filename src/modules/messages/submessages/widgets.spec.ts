import { describe, expect, test } from '@jest/globals';
import { operationProblem, firstSubmessageProblem, widgetOf, widgetProblem } from './widgets.js';

describe('a text', () => {
  test.each([
    ['/poll', { question: '', options: [] }],
    ['/poll Tea?', { question: 'Tea?', options: [] }],
    ['/poll Tea?\nyes\n\n no ', { question: 'Tea?', options: ['yes', 'no'] }],
    ['/poll\nyes\nno', { question: '', options: ['yes', 'no'] }],
    ['/poll Tea?\n- yes\n* no\n-none', { question: 'Tea?', options: ['yes', 'no', '-none'] }],
  ])('%j is a poll', (content, data) => {
    expect(widgetOf(content)).toEqual({ widget_type: 'poll', extra_data: data });
  });

  test.each([
    ['/todo', { task_list_title: '', tasks: [] }],
    [
      '/todo Party\nCake: with cherries: many\n- Music',
      {
        task_list_title: 'Party',
        tasks: [
          { task: 'Cake', desc: 'with cherries: many' },
          { task: 'Music', desc: '' },
        ],
      },
    ],
  ])('%j is a to-do list', (content, data) => {
    expect(widgetOf(content)).toEqual({ widget_type: 'todo', extra_data: data });
  });

  test.each(['poll', ' /poll x', '/polls x', '/poll-x', 'a\n/poll x', '/Poll x', '/me x'])(
    '%j is just a text',
    (content) => {
      expect(widgetOf(content)).toBeUndefined();
    },
  );
});

describe('operations', () => {
  const poll = { widget_type: 'poll' };
  const todo = { widget_type: 'todo' };

  test.each([
    [poll, { type: 'vote', key: '1,0', vote: 1 }],
    [poll, { type: 'vote', key: 'canned,0', vote: -1 }],
    [poll, { type: 'new_option', option: 'maybe', idx: 1000 }],
    [todo, { type: 'new_task', task: 'a', desc: '', key: 0, completed: false }],
    [todo, { type: 'strike', key: '0,canned' }],
  ])('with %j: %j', (widget, operation) => {
    expect(operationProblem(widget, operation, false)).toBeUndefined();
  });

  test.each([
    [poll, { type: 'question', question: 'x' }],
    [todo, { type: 'new_task_list_title', title: 'x' }],
  ])('with %j: %j, by its author', (widget, operation) => {
    expect(operationProblem(widget, operation, true)).toBeUndefined();
    expect(operationProblem(widget, operation, false)).toMatch('author');
  });

  test.each([
    [poll, null],
    [poll, []],
    [poll, {}],
    [poll, { type: 'toString' }],
    [poll, { type: 'vote', key: '1,0', vote: 2 }],
    [poll, { type: 'vote', key: 1, vote: 1 }],
    [poll, { type: 'vote', vote: 1 }],
    [poll, { type: 'vote', key: '1,0', vote: 1, more: true }],
    [poll, { type: 'new_option', option: 'x', idx: 1001 }],
    [poll, { type: 'new_option', option: 'x', idx: -1 }],
    [poll, { type: 'new_option', option: 'x', idx: 0.5 }],
    [poll, { type: 'strike', key: 'x' }],
    [todo, { type: 'vote', key: '1,0', vote: 1 }],
    [todo, { type: 'new_task', task: 'a', desc: '', key: 0, completed: 'no' }],
    [{ widget_type: 'zform' }, { type: 'vote', key: '1,0', vote: 1 }],
    [{ widget_type: 'constructor' }, { type: 'vote', key: '1,0', vote: 1 }],
    [{}, { type: 'vote', key: '1,0', vote: 1 }],
    ['poll', { type: 'vote', key: '1,0', vote: 1 }],
  ])('not with %j: %j', (widget, operation) => {
    expect(operationProblem(widget, operation, true)).toEqual(expect.any(String));
  });
});

test('only the author can make a message a widget', () => {
  const widget = { widget_type: 'poll', extra_data: { question: '', options: [] } };
  expect(firstSubmessageProblem(widget, true)).toBeUndefined();
  expect(firstSubmessageProblem(widget, false)).toMatch('author');
  for (const wrong of [{}, null, { widget_type: 'poll' }, { widget_type: 'x', extra_data: {} }]) {
    expect(firstSubmessageProblem(wrong, true)).toEqual(expect.any(String));
  }
});

describe('buttons of bots', () => {
  const choice = { type: 'multiple_choice', short_name: 'A', long_name: 'Answer', reply: 'a' };
  const data = { type: 'choices', heading: 'Which?', choices: [choice] };
  const widget = { widget_type: 'zform', extra_data: data };

  test('have a heading and choices', () => {
    expect(widgetProblem(widget)).toBeUndefined();
  });

  test.each([
    [null],
    [[]],
    [{}],
    [{ ...widget, widget_type: 'poll' }],
    [{ ...widget, extra_data: { ...data, type: 'x' } }],
    [{ ...widget, extra_data: { ...data, heading: 1 } }],
    [{ ...widget, more: 1 }],
    [{ ...widget, extra_data: { ...data, more: 1 } }],
    [{ ...widget, extra_data: { ...data, choices: [{ ...choice, more: 1 }] } }],
    [{ ...widget, extra_data: { ...data, choices: {} } }],
    [{ ...widget, extra_data: { ...data, choices: [{ ...choice, reply: 1 }] } }],
    [{ ...widget, extra_data: { ...data, choices: [{ ...choice, type: 'x' }] } }],
  ])('are not %j', (wrong) => {
    expect(widgetProblem(wrong)).toEqual(expect.any(String));
  });
});
