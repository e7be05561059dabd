// Merges the files of the contract and adds what they leave to convention: the errors that every operation
// can return, the schema of each error code, and the encoding of forms. Duplicate definitions are errors.
import type {
  Components,
  MediaType,
  Method,
  OpenApiDocument,
  Operation,
  PathItem,
  Reference,
  ResponseDescription,
  Schema,
} from './openapi-document.js';

/** A response as the files describe it: one with x-codes has no schema. */
type WrittenResponse = Partial<ResponseDescription>;

export interface ContractPart {
  tags?: OpenApiDocument['tags'];
  paths?: Record<string, PathItem>;
  components?: Partial<Components>;
}

export interface ContractRoot extends Omit<OpenApiDocument, 'tags' | 'paths' | 'components'> {
  'x-files': string[];
  'x-shared-responses': Record<string, WrittenResponse>;
}

const METHODS: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const PAGE: MediaType = { schema: { type: 'string', description: 'A page that shows the error.' } };

export function bundle(
  root: ContractRoot,
  parts: { file: string; part: ContractPart }[],
): OpenApiDocument {
  const { 'x-files': _files, 'x-shared-responses': shared, ...head } = root;
  const tags: OpenApiDocument['tags'] = [];
  const paths: OpenApiDocument['paths'] = {};
  const components: Components = {
    schemas: {},
    parameters: {},
    responses: {},
    securitySchemes: {},
  };

  for (const { file, part } of parts) {
    tags.push(...(part.tags ?? []));
    for (const [path, item] of Object.entries(part.paths ?? {})) {
      addAll((paths[path] ??= {}), item, `${file}: ${path}`);
    }
    const { schemas, parameters, responses, securitySchemes } = part.components ?? {};
    addAll(components.schemas, schemas, file);
    addAll(components.parameters, parameters, file);
    addAll(components.responses, responses, file);
    addAll(components.securitySchemes, securitySchemes, file);
  }

  const complete = (response: WrittenResponse): ResponseDescription =>
    completeResponse(response, components.schemas);
  for (const [status, response] of Object.entries(shared)) {
    components.responses[status] = complete(response);
  }
  for (const [path, item] of Object.entries(paths)) {
    paths[path] = { ...item };
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      paths[path][method] = {
        ...operation,
        ...(operation.requestBody && { requestBody: completeBody(operation.requestBody) }),
        responses: completeResponses(operation, shared, complete),
      };
    }
  }
  return { ...head, tags, paths, components };
}

function addAll<T>(
  target: Record<string, T>,
  source: Record<string, T> | undefined,
  where: string,
): void;
function addAll<T extends object>(target: T, source: T | undefined, where: string): void;
function addAll(target: object, source: object | undefined, where: string): void {
  for (const name of Object.keys(source ?? {})) {
    if (name in target) throw new Error(`${where}: "${name}" is defined twice`);
  }
  Object.assign(target, source);
}

/** An operation adds its own codes to the shared ones, and has all other shared responses. */
function completeResponses(
  operation: Operation,
  shared: Record<string, WrittenResponse>,
  complete: (response: WrittenResponse) => ResponseDescription,
): Operation['responses'] {
  const own: Record<string, WrittenResponse | Reference> = operation.responses;
  const responses: Operation['responses'] = {};
  for (const status of new Set([...Object.keys(shared), ...Object.keys(own)])) {
    const response = own[status];
    if (response && '$ref' in response) {
      responses[status] = response;
      continue;
    }
    // An operation without security does not return the shared 401.
    const common =
      status === '401' && operation.security?.length === 0 ? undefined : shared[status];
    if (response) responses[status] = complete(merge(common, response));
    else if (common) responses[status] = { $ref: `#/components/responses/${status}` };
  }
  for (const status of operation['x-page-errors'] ?? []) {
    const common = responses[status];
    responses[status] = withPage(
      common && '$ref' in common ? complete(shared[status]!) : (common ?? complete({})),
    );
  }
  return responses;
}

/** An error that is found before the operation begins is JSON all the same. */
function withPage(response: ResponseDescription): ResponseDescription {
  return { ...response, content: { ...response.content, 'text/html': PAGE } };
}

function merge(common: WrittenResponse | undefined, own: WrittenResponse): WrittenResponse {
  if (own.content) return own;
  const codes = new Set([...(common?.['x-codes'] ?? []), ...(own['x-codes'] ?? [])]);
  return { ...common, ...own, ...(codes.size > 0 && { 'x-codes': [...codes] }) };
}

function completeResponse(
  response: WrittenResponse,
  schemas: Record<string, Schema>,
): ResponseDescription {
  const { description = 'The request failed.', 'x-codes': codes, content } = response;
  if (!codes) return { description, ...(content && { content }) };
  const errors = codes.map((code) => {
    const name = errorSchemaName(code);
    if (!schemas[name]) throw new Error(`The error ${code} has no schema ${name}`);
    return { $ref: `#/components/schemas/${name}` };
  });
  const schema: Schema = errors.length === 1 ? { ...errors[0] } : { oneOf: errors };
  return { description, 'x-codes': codes, content: { 'application/json': { schema } } };
}

/** BAD_REQUEST has the schema BadRequestError. */
export function errorSchemaName(code: string): string {
  const words = code.toLowerCase().split('_');
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Error`;
}

/** A form can be sent in either of two encodings. */
function completeBody(
  body: NonNullable<Operation['requestBody']>,
): NonNullable<Operation['requestBody']> {
  const form = body.content[FORM];
  if (!form) return body;
  const encoded = withEncoding(form);
  return { ...body, content: { ...body.content, [FORM]: encoded, [MULTIPART]: encoded } };
}

function withEncoding(form: MediaType): MediaType {
  const json = Object.entries(form.schema.properties ?? {}).filter(([, value]) => value['x-json']);
  if (json.length === 0) return form;
  const encoding = json.map(([name]) => [name, { contentType: 'application/json' }] as const);
  return { ...form, encoding: Object.fromEntries(encoding) };
}
