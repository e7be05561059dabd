// The local part of an address: an optional readable part, the token, and options, separated by `.` or `+`.

export interface IncomingAddress {
  token: string;
  options: MailOptions;
}

export interface MailOptions {
  showSender: boolean;
  includeFooter: boolean;
  includeQuotes: boolean;
  preferHtml: boolean;
}

export const DEFAULT_OPTIONS: MailOptions = {
  showSender: false,
  includeFooter: false,
  includeQuotes: false,
  preferHtml: false,
};

const TOKEN = /^[a-z0-9]{32}$/;
const MAX_LENGTH = 200;

/** Returns undefined if the local part, which is in lower case, contains no token. */
export function parseLocalPart(localPart: string): IncomingAddress | undefined {
  if (localPart.length > MAX_LENGTH) return undefined;
  const parts = localPart.split(/[.+]/);
  const token = parts.findLast((part) => TOKEN.test(part));
  if (token === undefined) return undefined;
  return {
    token,
    options: {
      showSender: parts.includes('show-sender'),
      includeFooter: parts.includes('include-footer'),
      includeQuotes: parts.includes('include-quotes'),
      preferHtml: parts.includes('prefer-html') && !parts.includes('prefer-text'),
    },
  };
}
