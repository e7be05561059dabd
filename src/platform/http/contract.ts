// The types of what the API sends, from the contract in api/openapi: a field that the contract does
// not have, or one that is missing or of another type, is a compile error.
import type { components } from './openapi/api-types.js';
import type { ReadyJson } from './ready-json.js';

type Schemas = Omit<components['schemas'], 'Responses'>;
type Responses = components['schemas']['Responses'];

/** An object of the contract that several responses or events contain. */
export type Schema<Name extends keyof Schemas> = Schemas[Name];

/**
 * What the handler of an operation returns: the fields of its response, any of them as JSON that is
 * serialised already. The platform adds `result`, `msg` and `ignored_parameters_unsupported`.
 */
export type ResponseOf<OperationId extends keyof Responses> = Fields<Responses[OperationId]>;

type Fields<Response> = Response extends null
  ? void
  : { [Name in keyof Response]: Response[Name] | Serialised<NonNullable<Response[Name]>> };

type Serialised<Value> = [Value] extends [object] ? ReadyJson<Value> : never;
