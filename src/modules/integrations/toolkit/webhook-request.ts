// What integrations read of a request besides its payload, and the errors that they throw.

/** The request lacks the header that names its event. */
export class MissingHeaderError extends Error {
  constructor(readonly header: string) {
    super(`The request has no header "${header}"`);
  }
}

export interface WebhookRequest {
  header: (name: string) => string | undefined;
  /** Throws a MissingHeaderError, for the header that names the event. */
  requireHeader: (name: string) => string;
  /** A parameter of the URL. */
  query: (name: string) => string | undefined;
  /** Whether the URL has this option with a true value. */
  isSet: (option: string) => boolean;
  /** Whether events of the branch are chosen by the option `branches`. */
  includesBranch: (branch: string) => boolean;
  /** The URL sets the topic: what the topic usually names belongs in the content. */
  readonly hasTopic: boolean;
  /** The body as text. */
  readonly text: string;
}
