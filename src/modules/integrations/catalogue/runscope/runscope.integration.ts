import {
  bullets,
  code,
  details,
  lines,
  link,
  type Markdown,
  md,
  optionalLink,
  type Payload,
  type PlainIntegration,
  time,
} from '#modules/integrations/toolkit';

const MAX_REQUESTS = 20;

export const integration: PlainIntegration = {
  name: 'runscope',
  displayName: 'Runscope',
  category: 'monitoring',
  summary: 'Sends results of tests of APIs.',
  setup: [
    'In Runscope, open **Connected Services**, and choose **Connect** beside **Webhooks**.',
    'Paste the URL, and choose **Connect Webhook**.',
    'Enable the webhook under **Integrations** in the environments of the tests.',
  ],
  notification: (payload) => {
    const name = payload.text('test_name');
    const test = link(name, payload.optionalText('test_url'));
    const requests = payload.optionalList('requests');
    return {
      topic: name,
      content: lines(
        md`The test ${test} ended with the result ${payload.text('result')}.`,
        details({
          Bucket: payload.optionalText('bucket_name'),
          Environment: payload.optionalText('environment_name'),
          Location: payload.optionalText('region_name'),
          Finished: time(payload.optionalNumber('finished_at')),
        }),
        bullets(requests.filter(isFailed).slice(0, MAX_REQUESTS).map(requestItem)),
        optionalLink('View the run', payload.optionalText('test_run_url')),
      ),
    };
  },
};

function isFailed(request: Payload): boolean {
  return request.optionalText('result') !== 'pass' && request.has('url');
}

function requestItem(request: Payload): Markdown {
  const status = request.optionalLabel('response_status_code');
  const failed = request.optionalLabel('assertions.fail');
  return md`${request.optionalText('method')} ${code(request.text('url'))}: ${request.optionalText('result')}${status === undefined ? undefined : md`, HTTP status ${status}`}${failed === undefined ? undefined : md`, failed assertions: ${failed}`}`;
}
