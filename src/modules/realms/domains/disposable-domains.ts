// Domains of disposable email addresses, from a maintained list.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const DOMAINS: ReadonlySet<string> = new Set(require('disposable-email-domains') as string[]);

/** Includes subdomains of listed domains. */
export function isDisposable(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  return labels.some((_, index) => DOMAINS.has(labels.slice(index).join('.')));
}
