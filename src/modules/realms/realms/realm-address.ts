// URLs of realms: the root realm is at the host of the server, every other one at a subdomain named by its
// string id.

/** Returns the URL of a realm without a trailing slash. */
export function realmUrl(externalUrl: URL, stringId: string): string {
  if (stringId === '') return externalUrl.origin;
  return `${externalUrl.protocol}//${stringId}.${externalUrl.host}`;
}

/** Returns the host name without port, which is the domain of placeholder and bot emails. */
export function realmHost(externalUrl: URL, stringId: string): string {
  return stringId === '' ? externalUrl.hostname : `${stringId}.${externalUrl.hostname}`;
}

/** `host` is in lower case and without port. Unknown hosts map to the root realm. */
export function stringIdOfHost(externalUrl: URL, host: string): string {
  const suffix = `.${externalUrl.hostname}`;
  return host.endsWith(suffix) ? host.slice(0, -suffix.length) : '';
}
