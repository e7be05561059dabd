// Where an organization is reached: the root one at the server's own host, every other one at a
// host below it, named by its string id.

/** The address of an organization, without a slash at the end. */
export function realmUrl(externalUrl: URL, stringId: string): string {
  if (stringId === '') return externalUrl.origin;
  return `${externalUrl.protocol}//${stringId}.${externalUrl.host}`;
}

/** The name of its host, without a port: the domain of stand-in and bot addresses. */
export function realmHost(externalUrl: URL, stringId: string): string {
  return stringId === '' ? externalUrl.hostname : `${stringId}.${externalUrl.hostname}`;
}

/** `host` is in lower case and without a port. A host that is none of ours means the root. */
export function stringIdOfHost(externalUrl: URL, host: string): string {
  const suffix = `.${externalUrl.hostname}`;
  return host.endsWith(suffix) ? host.slice(0, -suffix.length) : '';
}
