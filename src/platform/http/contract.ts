// The types of responses and events, from the contract in api/openapi. A field that is unknown to the
// contract, missing or of another type is a compile error.
import type { components } from './openapi/api-types.js';
import type { ReadyJson } from './ready-json.js';

type Schemas = Omit<components['schemas'], 'Responses'>;
type Responses = components['schemas']['Responses'];

/** An object of the contract that several responses or events contain. */
export type Schema<Name extends keyof Schemas> = Schemas[Name];

/** An event of the contract as a service appends it: the platform adds `id` and `type`. */
export type EventBody<Name extends Extract<keyof Schemas, `${string}Event`>> = Name extends unknown
  ? Omit<Schemas[Name], 'id' | 'type'>
  : never;

/**
 * The return value of the handler of an operation: the fields of its response, any of them as JSON that is
 * already serialized. The platform adds `result`, `msg` and `ignored_parameters_unsupported`.
 */
export type ResponseOf<OperationId extends keyof Responses> = Fields<Responses[OperationId]>;

type Fields<Response> = Response extends null
  ? void
  : { [Name in keyof Response]: Response[Name] | Serialized<NonNullable<Response[Name]>> };

type Serialized<Value> = [Value] extends [object] ? ReadyJson<Value> : never;
