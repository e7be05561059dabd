// Domains whose addresses anybody can have for a while, from a list that others keep.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const DOMAINS: ReadonlySet<string> = new Set(require('disposable-email-domains') as string[]);

/** Subdomains of such a domain count as well. */
export function isDisposable(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  return labels.some((_, index) => DOMAINS.has(labels.slice(index).join('.')));
}
