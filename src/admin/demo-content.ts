// Channels, topics and texts of the demo organization, with samples of all kinds of formatting.

export interface DemoChannel {
  name: string;
  description: string;
  isPrivate: boolean;
  topics: string[];
}

export const CHANNELS: DemoChannel[] = [
  {
    name: 'engineering',
    description: 'How things are built. **Code and plans** are welcome.',
    isPrivate: false,
    topics: ['slow start page', 'release 2.4', 'database upgrade', 'flaky tests', ''],
  },
  {
    name: 'design',
    description: 'Drafts, sketches and opinions about them.',
    isPrivate: false,
    topics: ['new icons', 'dark theme', 'onboarding screens'],
  },
  {
    name: 'help',
    description: 'Ask anything. Mark a topic as resolved when you have your answer.',
    isPrivate: false,
    topics: ['✔ printer on the second floor', 'how to export a report', 'vpn from home'],
  },
  {
    name: 'social',
    description: 'Lunch, music and whatever else.',
    isPrivate: false,
    topics: ['lunch', 'music for work', 'weekend hikes', 'photos'],
  },
  {
    name: 'leadership',
    description: 'A private channel.',
    isPrivate: true,
    topics: ['next quarter', 'hiring'],
  },
];

/** Topics of the channels that every organization starts with. */
export const DEFAULT_CHANNEL_TOPICS = {
  general: ['announcements', 'office hours', 'introductions'],
  sandbox: ['formatting', 'testing the bot'],
};

/** First messages of conversations. `{person}` stands for the name of a participant. */
export const OPENERS = [
  'Do you know when this came up first? I looked through the notes and found **nothing**.',
  'Here is what I would do:\n\n1. write down what we know\n2. ask @**{person}** for the numbers\n3. decide on Thursday',
  'I made a table of the options:\n\n| option | effort | risk |\n|:--|--:|:-:|\n| keep it | none | high |\n| fix it | two days | low |\n| replace it | two weeks | ? |',
  'This happens on every second try:\n\n```python\ndef total(items):\n    return sum(item.price for item in items if item.price)\n\nprint(total([]))\n```',
  '> We should look at this again in spring.\n\nIt is spring. :smile:',
  '/me opens the window',
  'A quick question before I start: is `max_length` in **characters** or in *bytes*?',
  '```spoiler The answer to the riddle\nIt was the cat.\n```',
  'The formula from this morning: $$\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}$$',
  'Please read https://example.com/handbook/chapter-3 before the meeting, it is short.',
  '## Summary\n\nWe *agree* on the goal, we ~~agree~~ disagree on the way.\n\n* * *\n\nMore tomorrow.',
  '- [x] draft\n- [x] review\n- [ ] publish',
  'Moved here from #**general**, because it grew too long there.',
  'Good morning! <time:2026-03-02T09:00:00Z> works for me.',
  '```quote\nFew readers reach the second page.\n```\nSo let us put everything on the first.',
];

/** Later messages of conversations. */
export const REPLIES = [
  'Yes.',
  'I think so, but let me check.',
  'Thanks, that helps a lot :+1:',
  '@**{person}** what do you think?',
  'I would rather wait for a week. There is no hurry, and two of us are away.',
  'Same here.',
  'Found it: `timeout: 30` was in the wrong section.',
  'That is *exactly* what I meant.',
  'Could you say more about the second point?',
  '```sh\nnpm ci\nnpm start\n```\nThis is all it takes.',
  'I can take this one. Give me until Friday.',
  'Agreed. :tada:',
  'Not sure. On my machine it looks like this:\n\n    warning: 3 of 7 checks were skipped',
  'See also [the older discussion](https://example.com/archive/42).',
  'Is there anything left to do here?',
  'Done. Please have a look when you find the time.',
  '* first, the easy part\n* then the rest\n  * which is not as hard as it looks',
  'Ha! :laughing:',
  'I changed my mind: the simple way is better.',
  'For the record, @_**{person}** suggested this last year.',
  'The numbers are in: **12 %** faster, without a complaint.',
  'One more thing: the link in the description of #**help** is out of date.',
  'Good point, I had not thought of that. Let us keep both for now and see which one is used.',
];

export const DIRECT_MESSAGES = [
  'Hi! Do you have a minute?',
  'Sure, what is it about?',
  'The report from yesterday. I think there is a mistake on page two.',
  'Let me see… you are right. **Thank you!**',
  'Shall we look at it together after lunch?',
  'Yes, see you then :coffee:',
  'I sent you the file, it is a bit large.',
  'Got it. I will answer in the channel, so that the others see it too.',
];
