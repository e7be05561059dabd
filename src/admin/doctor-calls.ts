// The checks of `doctor` for the servers that calls use.
import type { Config } from '#config/config.js';
import { iceServers } from '#modules/calls/sip';
import { videoProviderChecks } from '#modules/calls/video-links';
import { Clock } from '#platform/clock.js';
import { fail, type Finding, messageOf, ok } from './finding.js';
import { probeTurn } from './turn-probe.js';

const TURN_TIMEOUT_MS = 5_000;
/** The user in the credentials of a probe; no account has this id. */
const NO_USER = 0;

export async function* examineCalls(config: Config): AsyncGenerator<Finding> {
  yield ok('sip', `The registrar is ${config.sip.registrar}`);
  yield* examineTurn(config);
  yield* examineVideoCalls(config);
}

async function* examineTurn({ turn }: Config): AsyncGenerator<Finding> {
  if (!turn) {
    yield ok('turn', 'Not configured: clients get no TURN servers');
    return;
  }
  const [account] = iceServers(turn, NO_USER, new Clock().seconds());
  const findings = turn.urls.map(async (url) => {
    try {
      await probeTurn(url, account!, TURN_TIMEOUT_MS);
      return ok('turn', `${url} grants allocations`);
    } catch (error) {
      return fail('turn', `${url}: ${messageOf(error)}`);
    }
  });
  for (const finding of findings) yield await finding;
}

async function* examineVideoCalls(config: Config): AsyncGenerator<Finding> {
  const findings = videoProviderChecks(config, new Clock()).map(async ({ provider, run }) => {
    try {
      await run();
      return ok('video calls', `${provider} accepts the credentials of this server`);
    } catch (error) {
      return fail('video calls', `${provider}: ${reasonOf(error)}`);
    }
  });
  for (const finding of findings) yield await finding;
}

/** The cause of a failed connection is in the cause of the error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return messageOf(error);
  const { name, cause } = error;
  if (name === 'TimeoutError') return 'It does not answer';
  return cause instanceof Error ? cause.message : error.message;
}
