// Parses SIP identities and scopes in requests.
export const SCOPES = ['sip.register', 'sip.call', 'turn'] as const;
export type Scope = (typeof SCOPES)[number];

export function sipIdentity(userId: number, domain: string): string {
  return `sip:${userId}@${domain}`;
}

/** The scheme is optional, and may be `sips`; the case of scheme and host does not matter. */
export function isIdentity(text: string, userId: number, domain: string): boolean {
  const [, user, host] = /^(?:sips?:)?([^@]*)@(.*)$/is.exec(text) ?? [];
  return user === String(userId) && host?.toLowerCase() === domain;
}

/** Returns the scopes in the order of SCOPES; undefined if a scope is unknown or there is none. */
export function parseScope(text: string): Scope[] | undefined {
  const names = text.split(' ').filter((name) => name !== '');
  if (names.length === 0 || !names.every((name) => SCOPES.some((scope) => scope === name))) {
    return undefined;
  }
  return SCOPES.filter((scope) => names.includes(scope));
}
