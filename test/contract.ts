/**
 * Validates responses and events against the contract in api/openapi. The test client validates everything
 * that it receives, so an unknown field, a missing one or an undocumented error code fails the test.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { errorSchemaName } from '#platform/http/openapi/bundle.js';
import { loadOpenApiDocument } from '#platform/http/openapi/openapi-loader.js';
import type {
  Method,
  Operation,
  Parameter,
  Reference,
  ResponseDescription,
  Schema,
} from '#platform/http/openapi/openapi-document.js';
import { eventCatalogue } from './event-kinds.js';

interface DocumentedParameter {
  name: string;
  in: 'path' | 'query' | 'body';
  required: boolean;
  /** Sent as JSON text, as all values except text. */
  json: boolean;
  nullIsAbsent: boolean;
  aliases: string[];
  schema: Schema;
}

export interface DocumentedOperation {
  method: Uppercase<Method>;
  /** With the prefix, and templates as in `/api/v1/users/{user_id}`. */
  path: string;
  operationId: string;
  /** Whether it needs no credentials. */
  public: boolean;
  parameters: DocumentedParameter[];
}

interface Route extends DocumentedOperation {
  segments: string[];
  operation: Operation;
}

const METHODS: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];
const MAX_DIFFERENCES = 20;
const MAX_EXCERPT = 2000;

const contract = loadOpenApiDocument();
const prefix = serverUrl(contract.servers);
const ajv = createAjv();
const validators = new Map<Schema | string, ValidateFunction>();
const routes = readRoutes();
const eventSchemas = readEventSchemas();

export function documentedOperations(): DocumentedOperation[] {
  return routes.map(({ segments: _segments, operation: _operation, ...rest }) => rest);
}

/** `path` is that of the request, with or without the prefix and a query. */
export function assertResponseMatches(
  method: string,
  path: string,
  status: number,
  body: unknown,
): void {
  // Without a body, for every path.
  if (method === 'HEAD' || method === 'OPTIONS') return;
  const what = `${method} ${path} answered ${status}`;
  const route = findRoute(method, path);
  const response = route
    ? route.operation.responses[status]
    : contract.components.responses[status];
  if (!response) {
    throw new Error(
      `${what}, which ${route ? 'the operation' : 'the contract'} does not document.`,
    );
  }
  if (route?.operationId === 'get-events' && status === 200) assertEventsMatch(body);
  assertBodyMatches(what, resolve(response, contract.components.responses), body);
}

/** As assertResponseMatches, for a response that is a page; some have an alias. */
export function assertPageMatches(method: string, path: string, status: number): void {
  const [bare = ''] = path.split('?');
  const page = bare.length > 1 ? bare.replace(/\/$/, '') : bare;
  const route = findRoute(method, page === '/login' ? '/accounts/login' : page);
  const response = route?.operation.responses[status];
  const content = response && resolve(response, contract.components.responses).content;
  if (content?.['text/html']) return;
  throw new Error(`${method} ${path} answered ${status} with a page that is not documented.`);
}

export function assertEventMatches(event: unknown): void {
  const kind = kindOf(event);
  const name = eventSchemas.get(kind);
  if (!name) throw new Error(`The event ${kind} is not documented.\n${excerpt(event)}`);
  assertValid(`The event ${kind}`, `#/components/schemas/${name}`, event);
}

/** Throws for an event of a kind that the catalogue lists as not sent. */
function assertEventIsListed(event: unknown): void {
  const kind = kindOf(event);
  if (eventCatalogue.sent.some((one) => one.kind === kind)) return;
  throw new Error(`The event ${kind} is sent: list it as sent in docs/event-kinds.md`);
}

function kindOf(event: unknown): string {
  const { type, op } = (event ?? {}) as { type?: string; op?: string };
  return op === undefined ? String(type) : `${type}/${op}`;
}

/** The documented kinds of events, as `type` or `type/op`. */
export function documentedEvents(): string[] {
  return [...eventSchemas.keys()];
}

/** Compiles every schema of the contract, which finds misspelt keywords and references. */
export function compileContract(): void {
  for (const name of Object.keys(contract.components.schemas)) {
    validatorOf(`#/components/schemas/${name}`);
  }
  for (const { operation, parameters } of routes) {
    for (const { schema } of parameters) ajv.compile(absolute(schema));
    for (const response of Object.values(operation.responses)) {
      const { content = {} } = resolve(response, contract.components.responses);
      for (const { schema } of Object.values(content)) ajv.compile(absolute(schema));
    }
  }
}

function assertEventsMatch(body: unknown): void {
  const { events } = (body ?? {}) as { events?: unknown };
  if (!Array.isArray(events)) return;
  for (const event of events) {
    assertEventIsListed(event);
    assertEventMatches(event);
  }
}

function assertBodyMatches(what: string, response: ResponseDescription, body: unknown): void {
  const json = response.content?.['application/json'];
  if (!json) {
    if (response.content && typeof body !== 'string') throw new Error(`${what} without a text.`);
    return;
  }
  const codes = response['x-codes'];
  if (!codes) {
    assertValid(what, json.schema, body);
    return;
  }
  const { code } = (body ?? {}) as { code?: unknown };
  if (typeof code !== 'string' || !codes.includes(code)) {
    const expected = `documented are ${codes.join(', ')}`;
    throw new Error(`${what} with the code ${String(code)}; ${expected}.\n${excerpt(body)}`);
  }
  assertValid(what, `#/components/schemas/${errorSchemaName(code)}`, body);
}

function assertValid(what: string, schema: Schema | string, value: unknown): void {
  const validate = validatorOf(schema);
  if (validate(value)) return;
  const differences = (validate.errors ?? []).map((error) => describe(error, value));
  const lines = [...new Set(differences)].slice(0, MAX_DIFFERENCES);
  throw new Error(`${what} against the contract:\n${lines.join('\n')}\n${excerpt(value)}`);
}

function describe(error: ErrorObject, value: unknown): string {
  const params = error.params as Partial<Record<string, string>>;
  const unknownName = params['unevaluatedProperty'] ?? params['additionalProperty'];
  const where = error.instancePath || '/';
  if (unknownName !== undefined) return `  ${where}: unknown field "${unknownName}"`;
  const allowed = params['allowedValues'] ?? params['allowedValue'];
  const hint = allowed === undefined ? '' : ` ${JSON.stringify(allowed)}`;
  const found = at(value, error.instancePath);
  const shown = typeof found === 'object' && found !== null ? '' : `, is ${JSON.stringify(found)}`;
  return `  ${where}: ${error.message ?? error.keyword}${hint}${shown}`;
}

function at(value: unknown, pointer: string): unknown {
  let current = value;
  for (const step of pointer.split('/').slice(1)) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<string, unknown>)[
      step.replaceAll('~1', '/').replaceAll('~0', '~')
    ];
  }
  return current;
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value, null, 1) ?? 'undefined';
  return text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text;
}

function validatorOf(schema: Schema | string): ValidateFunction {
  let validator = validators.get(schema);
  if (!validator) {
    validator = ajv.compile(absolute(typeof schema === 'string' ? { $ref: schema } : schema));
    validators.set(schema, validator);
  }
  return validator;
}

function createAjv(): Ajv2020 {
  const instance = new Ajv2020({
    strict: true,
    // Conditions refer to fields of sibling schemas.
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    // Each worker compiles most schemas, each for a few responses: optimizing takes longer than it saves.
    code: { optimize: false },
  });
  instance.addFormat('password', true);
  instance.addVocabulary(['components', 'x-json', 'x-aliases', 'x-fetched-with']);
  // Events are checked one by one, with the schema of their kind, for precise errors.
  const schemas = { ...contract.components.schemas, Event: { type: 'object' } };
  instance.addSchema({ components: { schemas } }, 'contract');
  return instance;
}

/** References of the document in the form for schemas outside of it. */
function absolute(schema: Schema): Schema {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract#/');
  return JSON.parse(text) as Schema;
}

function readRoutes(): Route[] {
  return Object.entries(contract.paths).flatMap(([written, item]) => {
    const path = `${item.servers ? serverUrl(item.servers) : prefix}${written}`;
    return METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const { operationId, security = contract.security } = operation;
      return {
        method: method.toUpperCase() as Uppercase<Method>,
        path,
        operationId,
        public: security.length === 0,
        parameters: [...readParameters(operation), ...readFields(operation)],
        segments: path.split('/'),
        operation,
      };
    });
  });
}

function readParameters(operation: Operation): DocumentedParameter[] {
  const parameters = (operation.parameters ?? []).map((written): Parameter =>
    resolve(written, contract.components.parameters),
  );
  return parameters.flatMap((parameter) => {
    const { name, required = false } = parameter;
    // Only handlers without a DTO read headers.
    if (parameter.in === 'header') return [];
    const schema = parameter.schema ?? parameter.content?.['application/json']?.schema ?? {};
    return {
      name,
      in: parameter.in,
      required,
      json: parameter['x-json'] ?? isJson(schema),
      nullIsAbsent: isNullableText(schema),
      aliases: parameter['x-aliases'] ?? [],
      schema,
    };
  });
}

function readFields(operation: Operation): DocumentedParameter[] {
  const { schema } = Object.values(operation.requestBody?.content ?? {})[0] ?? {};
  const entries = Object.entries(schema?.properties ?? {});
  const parameters = entries.filter(([, { format }]) => format !== 'binary');
  return parameters.map(([name, field]) => ({
    name,
    in: 'body',
    required: schema?.required?.includes(name) ?? false,
    json: isJson(field),
    nullIsAbsent: isNullableText(field),
    aliases: field['x-aliases'] ?? [],
    schema: field,
  }));
}

function isJson(schema: Schema): boolean {
  if (schema['x-json']) return true;
  if (schema.$ref) return isJson(contract.components.schemas[nameOf(schema.$ref)] ?? {});
  return schema.type !== undefined && ![schema.type].flat().includes('string');
}

function isNullableText({ type, $ref, ...schema }: Schema): boolean {
  if ($ref) return isNullableText(contract.components.schemas[nameOf($ref)] ?? {});
  return !schema['x-json'] && Array.isArray(type) && type.join() === 'string,null';
}

function readEventSchemas(): Map<string, string> {
  const schemas = new Map<string, string>();
  for (const { $ref = '' } of contract.components.schemas['Event']?.oneOf ?? []) {
    const name = nameOf($ref);
    const { type, op } = contract.components.schemas[name]?.properties ?? {};
    const kind = String(type?.const);
    if (!op) schemas.set(kind, name);
    for (const value of op?.enum ?? [op?.const]) {
      if (typeof value === 'string') schemas.set(`${kind}/${value}`, name);
    }
  }
  return schemas;
}

/** If several paths match, a literal segment wins over a template. */
function findRoute(method: string, requested: string): Route | undefined {
  // Clients of tus have addresses with a slash.
  const bare = requested.split('?', 1)[0]!.replace(/\/tus\/$/, '/tus');
  for (const path of [bare, prefix + bare]) {
    const segments = path.split('/');
    const fitting = routes.filter((route) => route.method === method && fits(route, segments));
    const [best] = fitting.toSorted((a, b) => specificity(b).localeCompare(specificity(a)));
    if (best) return best;
  }
  return undefined;
}

/** Templates at the end of a path for one or more segments. */
const REST = new Set(['{filename}', '{fragment}', '{upload_id}']);

function fits(route: Route, segments: string[]): boolean {
  return (
    (route.segments.length === segments.length ||
      (route.segments.length < segments.length && REST.has(route.segments.at(-1)!))) &&
    route.segments.every((part, i) =>
      isTemplate(part) ? segments[i] !== '' : part === segments[i],
    )
  );
}

function specificity(route: Route): string {
  return route.segments.map((part) => (isTemplate(part) ? '0' : '1')).join('');
}

function isTemplate(segment: string): boolean {
  return segment.startsWith('{');
}

function resolve<T extends object>(value: T | Reference, among: Record<string, T>): T {
  if (!('$ref' in value)) return value;
  const found = among[nameOf(value.$ref)];
  if (!found) throw new Error(`${value.$ref} leads nowhere`);
  return found;
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function serverUrl(servers: { url: string }[]): string {
  return (servers[0]?.url ?? '').replace(/\/$/, '');
}
