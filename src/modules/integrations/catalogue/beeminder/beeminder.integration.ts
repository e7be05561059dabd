import {
  bold,
  details,
  lines,
  md,
  type PlainIntegration,
  time,
} from '#modules/integrations/toolkit';

export const integration: PlainIntegration = {
  name: 'beeminder',
  displayName: 'Beeminder',
  category: 'productivity',
  summary: 'Sends reminders of goals that come close to derailing.',
  setup: [
    'In the settings of Beeminder, open **Reminders**.',
    'Paste the URL as **URL for POST**, and choose **Save Changes**.',
  ],
  notification: (payload) => {
    const goal = payload.object('goal');
    const name = bold(goal.text('slug'));
    const date = goal.optionalNumber('losedate');
    const pledge = goal.optionalLabel('pledge');
    return {
      topic: 'beekeeper',
      content: lines(
        date === undefined
          ? md`The goal ${name} derails soon.`
          : md`The goal ${name} derails at ${time(date)}.`,
        details({
          Title: goal.optionalText('title'),
          Due: goal.optionalText('limsum'),
          Pledge: pledge === undefined ? undefined : `$${pledge}`,
          Status: goal.optionalText('headsum'),
        }),
      ),
    };
  },
};
