// The name of the client program of a request, which messages and presence show.

const MAX_LENGTH = 30;
const UNKNOWN = 'Unspecified';

/** The `client` parameter, else the product name at the head of the User-Agent. */
export function clientName(parameter: string | undefined, userAgent: string | undefined): string {
  const name = parameter ?? userAgent?.split('/', 1)[0] ?? '';
  const head = Array.from(name.trim().slice(0, 2 * MAX_LENGTH));
  return head.slice(0, MAX_LENGTH).join('') || UNKNOWN;
}
