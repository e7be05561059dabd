// The form of the sample requests of security tests.
import type { Kind, Name, Organization } from './security-scene.js';

/** A part of a request that names an object of an organization. */
export class Naming {
  constructor(
    readonly kind: Kind,
    /** Converts the name to the form of the parameter. */
    readonly shape: (name: Name, home: Organization) => unknown = (name) => name,
  ) {}
}

export interface SampleRequest {
  /** Parameters, including those of the path. Functions are called for each request. */
  fields: Record<string, unknown>;
  /** Sent by a new user, for operations that cannot be repeated; otherwise by the owner. */
  byNewUser?: true;
  /** The status of the response, if not 200. */
  status?: number;
  /** Whether the response is the same for existing and unknown names. */
  isSilent?: boolean | 'perhaps';
  /** Does not change the named things, so that they can be used again. */
  sparesThings?: true;
}

export const EMPTY: SampleRequest[] = [{ fields: {} }];
