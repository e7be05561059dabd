import { urlPart, type WebhookRequest } from '#modules/integrations/toolkit';

/** The address of a page of the forum; undefined if the request does not name the forum. */
export function pageOf(
  request: WebhookRequest,
  ...parts: (string | undefined)[]
): string | undefined {
  const forum = request.header('X-Discourse-Instance');
  if (forum === undefined || parts.includes(undefined)) return undefined;
  return `${forum}/${parts.map((part) => urlPart(part ?? '')).join('/')}`;
}
