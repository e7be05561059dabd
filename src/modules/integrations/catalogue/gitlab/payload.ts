// Parts of payloads that most events of GitLab have.
import { type Payload, PayloadError } from '#modules/integrations/toolkit';

export function repositoryOf(payload: Payload): string {
  return payload.optionalText('project.name') ?? payload.text('repository.name');
}

export function repositoryUrl(payload: Payload): string | undefined {
  return payload.optionalText('project.web_url') ?? payload.optionalText('repository.homepage');
}

/** The user in the three forms that GitLab sends. */
export function actorOf(payload: Payload): string {
  const name =
    payload.optionalText('user.name') ??
    payload.optionalText('user_name') ??
    payload.optionalText('user.username') ??
    payload.optionalText('user_username');
  if (name === undefined) throw new PayloadError('missing', 'user.name');
  return name;
}

const ZERO = /^0+$/;

/** A push that creates or deletes a reference has zeros instead of a commit. */
export function isNothing(sha: string | undefined): boolean {
  return sha === undefined || ZERO.test(sha);
}
