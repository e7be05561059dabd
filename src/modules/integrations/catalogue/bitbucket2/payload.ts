// Parts of payloads that most events of Bitbucket have.
import type { Payload } from '#modules/integrations/toolkit';

export function repositoryOf(payload: Payload): string {
  return payload.text('repository.name');
}

export function actorOf(payload: Payload): string {
  return nameOf(payload.object('actor'));
}

export function nameOf(user: Payload): string {
  return (
    user.optionalText('display_name') ?? user.optionalText('nickname') ?? user.text('username')
  );
}

export function pageOf(object: Payload): string | undefined {
  return object.optionalText('links.html.href');
}
