// Parts of payloads that most events of Bitbucket Server have.
import type { Payload } from '#modules/integrations/toolkit';

export function actorOf(payload: Payload): string {
  return nameOf(payload.object('actor'));
}

export function nameOf(user: Payload): string {
  return user.optionalText('displayName') ?? user.text('name');
}

/** Older versions send no URLs. */
export function pageOf(object: Payload): string | undefined {
  return object.optionalText('links.self.0.href');
}
