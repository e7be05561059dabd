import { describe, expect, it } from '@jest/globals';
import { converter } from './converter.bot.js';
import { followup } from './followup.bot.js';
import { helloworld } from './helloworld.bot.js';

const sender = { userId: 7, fullName: 'Sample Member' };

describe('helloworld', () => {
  it.each(['hello', 'Hi there', 'good morning!'])('returns the greeting %s', (text) => {
    expect(helloworld.reply({ text, sender }, {})).toEqual([
      { text: 'Hello, @_**Sample Member|7**! :wave:' },
    ]);
  });

  it.each(['', 'this', 'shell'])('explains itself after "%s"', (text) => {
    expect(helloworld.reply({ text, sender }, {})).toMatchObject([
      { text: expect.stringContaining('`hello`') },
    ]);
  });
});

describe('converter', () => {
  function answer(text: string): string {
    const answers = converter.reply({ text, sender }, {});
    expect(answers).toHaveLength(1);
    return answers[0]!.text;
  }

  it.each([
    ['5 miles in km', '5 miles = **8.04672 km**'],
    ['  Convert 1.5 Hours to minutes', '1.5 Hours = **90 minutes**'],
    ['20 C to F?', '20 C = **68 F**'],
    ['-40 celsius in fahrenheit', '-40 celsius = **-40 fahrenheit**'],
    ['1km in m', '1 km = **1000 m**'],
    ['8 bits in bytes', '8 bits = **1 bytes**'],
    ['1 nautical mile into meters ?', '1 nautical mile = **1852 meters**'],
  ])('converts %s', (question, expected) => {
    expect(answer(question)).toBe(expected);
  });

  it.each([
    '5 miles in hours',
    '5 constructor in toString',
    '5 __proto__ in __proto__',
    '5 `x` in km',
    '999999999999999999999999999999 parsecs in spans',
  ])('says that it cannot convert %s', (question) => {
    expect(answer(question)).toMatch(/^I cannot convert `[^`]*` to `[^`]*`\. /);
  });

  it.each(['', 'help', '5 miles', `5 ${'m'.repeat(10_000)} in km`, '1 '.repeat(5_000)])(
    'explains itself when it does not understand the message',
    (question) => {
      expect(answer(question)).toMatch(/^Ask me something like/);
    },
  );
});

describe('followup', () => {
  const config = { channel: 'to do' };

  it('copies and confirms a note, without mentions', () => {
    const text = 'Ask @**all**\n```\ncode\n```';
    expect(followup.reply({ text, sender }, config)).toEqual([
      {
        text: 'From @_**Sample Member|7**:\n```` quote\nAsk @**all**\n```\ncode\n```\n````',
        elsewhere: { channel: 'to do', topic: 'Sample Member' },
      },
      { text: 'I have noted it in #**to do**.' },
    ]);
  });

  it('asks for a note when the message is empty', () => {
    expect(followup.reply({ text: ' \n', sender }, config)).toEqual([
      { text: expect.stringContaining('Write what to follow up on') },
    ]);
  });

  it('needs a valid name of a channel', () => {
    expect(followup.problem!('channel', 'a'.repeat(60))).toBeUndefined();
    for (const name of ['', '  ', 'a'.repeat(61)]) {
      expect(followup.problem!('channel', name)).toEqual(expect.any(String));
    }
  });
});
