// The properties of a request that integrations can read in addition to the payload, and their errors.

/** The request lacks the header that names its event. */
export class MissingHeaderError extends Error {
  constructor(readonly header: string) {
    super(`The request has no header "${header}"`);
  }
}

export interface WebhookRequest {
  header: (name: string) => string | undefined;
  /** Returns the header with the name of the event. Throws a MissingHeaderError. */
  requireHeader: (name: string) => string;
  /** A parameter of the URL. */
  query: (name: string) => string | undefined;
  /** Whether the option is true in the URL. */
  isSet: (option: string) => boolean;
  /** Whether the option `branches` includes the branch. */
  includesBranch: (branch: string) => boolean;
  /** Whether the URL sets the topic. If so, the content must include what the topic usually contains. */
  readonly hasTopic: boolean;
  /** The body as text. */
  readonly text: string;
}
