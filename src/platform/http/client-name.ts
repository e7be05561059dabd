// The name of the client program of a request, which messages and presence show.

const MAX_LENGTH = 30;
const UNKNOWN = 'Unspecified';

/** The name of the web application, by which messages count as read by their sender. */
const WEB_APPLICATION = 'website';

/**
 * The `client` parameter, else the product name at the head of the User-Agent. Browsers with a session
 * run the web application, except in the desktop application, which names itself.
 */
export function clientName(
  parameter: string | undefined,
  userAgent: string | undefined,
  { isBrowser = false }: { isBrowser?: boolean } = {},
): string {
  const product = userAgent?.split('/', 1)[0] ?? '';
  const isWebApplication = isBrowser && !/^zulip/i.test(product);
  const name = parameter ?? (isWebApplication ? WEB_APPLICATION : product);
  const head = Array.from(name.trim().slice(0, 2 * MAX_LENGTH));
  return head.slice(0, MAX_LENGTH).join('') || UNKNOWN;
}
