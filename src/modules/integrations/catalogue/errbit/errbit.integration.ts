import {
  code,
  codeBlock,
  details,
  lines,
  link,
  md,
  type PlainIntegration,
  time,
} from '#modules/integrations/toolkit';

export const integration: PlainIntegration = {
  name: 'errbit',
  displayName: 'Errbit',
  category: 'monitoring',
  summary: 'Sends errors of applications.',
  setup: [
    'In Errbit, edit the app, and choose **WebHook** as its notification service.',
    'Paste the URL, and choose **Update App**.',
  ],
  notification: (payload) => {
    const problem = payload.object('problem');
    const message = problem.text('message');
    const name = problem.optionalText('error_class') ?? 'An error';
    const where = problem.optionalText('where');
    return {
      topic: `${problem.text('app_name')} / ${problem.text('environment')}`,
      content: lines(
        md`${link(name, problem.optionalText('url'))} occurred.`,
        codeBlock(message),
        details({
          Location: where === undefined || where === 'unknown' ? undefined : code(where),
          Occurrences: problem.optionalLabel('notices_count'),
          First: time(problem.optionalText('first_notice_at')),
          Last: time(problem.optionalText('last_notice_at')),
        }),
      ),
    };
  },
};
