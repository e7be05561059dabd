// Checks of `doctor` for TURN servers and for the providers of video calls.
import type { Config } from '#config/config.js';
import { iceServers } from '#modules/calls/sip';
import { videoProviderChecks } from '#modules/calls/video-links';
import { Clock } from '#platform/clock.js';
import { fail, type Finding, messageOf, ok } from './finding.js';
import { probeTurn } from './turn-probe.js';

const TURN_TIMEOUT_MS = 5_000;
/** User id in the credentials of the probe; no account has it. */
const NO_USER = 0;

export async function* examineCalls(config: Config): AsyncGenerator<Finding> {
  yield ok('sip', `The registrar is ${config.sip.registrar}`);
  yield* examineTurn(config);
  yield* examineVideoCalls(config);
}

async function* examineTurn({ turn }: Config): AsyncGenerator<Finding> {
  if (!turn) {
    yield ok('turn', 'Not configured; clients get no TURN servers');
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

/** Errors of failed connections have the reason in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return messageOf(error);
  const { name, cause } = error;
  if (name === 'TimeoutError') return 'It does not respond';
  return cause instanceof Error ? cause.message : error.message;
}
