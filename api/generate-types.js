// Writes the TypeScript types of the contract: those of the client library (events, the registered
// state, and what they consist of) and those of the server (the response of each operation, and what
// the responses consist of). With --check, fails when a file differs from the current contract.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTs, { astToString } from 'openapi-typescript';
import { readOpenApiFiles } from '#platform/http/openapi/openapi-loader.js';

const HEAD = `// Generated from api/openapi by \`npm run generate\`.\n\n`;
const CLIENT_ROOTS = [
  'Event',
  'RegisterResponse',
  'User',
  'Message',
  'CallHistoryGroup',
  'SipCredentials',
];
const SCHEMAS = '#/components/schemas/';
const ENVELOPE = `${SCHEMAS}SuccessEnvelope`;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const document = readOpenApiFiles();
const all = document.components.schemas;

/** The schemas with these names and all that they refer to, in the order of the contract. */
function schemasFrom(names) {
  const wanted = new Set();
  const add = (name) => {
    if (wanted.has(name) || !(name in all)) return;
    wanted.add(name);
    referencesIn(all[name]).forEach(add);
  };
  names.forEach(add);
  return Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name)));
}

function referencesIn(value) {
  const found = JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)/g);
  return [...found].map(([, name]) => name);
}

/** A client that fetches everything has every field that depends on what is fetched. */
function clientSchemas() {
  const schemas = schemasFrom(CLIENT_ROOTS);
  const parts = schemas.RegisterResponse.allOf.map(({ $ref }) => $ref.slice(SCHEMAS.length));
  for (const part of parts) {
    const { properties = {}, required = [] } = schemas[part];
    const fetched = Object.keys(properties).filter((name) => 'x-fetched-with' in properties[name]);
    schemas[part] = { ...schemas[part], required: [...new Set([...required, ...fetched])] };
  }
  return schemas;
}

/** The responses by operation, without the envelope, which the platform adds. */
function serverSchemas() {
  const responses = {};
  for (const operation of Object.values(document.paths).flatMap(operationsOf)) {
    const schema = successOf(operation)?.content?.['application/json']?.schema;
    if (schema) responses[operation.operationId] = schema;
  }
  const { Success: _success, ...schemas } = schemasFrom(referencesIn(responses));
  delete schemas.SuccessEnvelope;
  const properties = withoutEnvelope(responses);
  return withoutProse({
    Responses: { type: 'object', properties, required: Object.keys(properties) },
    ...withoutEnvelope(schemas),
  });
}

function successOf({ responses }) {
  const success = responses['200'];
  const shared = success?.$ref?.slice('#/components/responses/'.length);
  return shared === undefined ? success : document.components.responses[shared];
}

function operationsOf(item) {
  return METHODS.filter((method) => item[method]).map((method) => item[method]);
}

const PROSE = ['description', 'deprecated'];

/** Null stands for the response that is nothing but the envelope. */
function withoutEnvelope(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutEnvelope);
  if (value.$ref === `${SCHEMAS}Success`) return { type: 'null' };
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withoutEnvelope(part)]),
  );
  if (!copy.allOf?.some(({ $ref }) => $ref === ENVELOPE)) return copy;
  const parts = copy.allOf.filter(({ $ref }) => $ref !== ENVELOPE);
  return parts.length === 1 ? parts[0] : { ...copy, allOf: parts };
}

function withoutProse(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutProse);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => !PROSE.includes(name) || typeof part === 'object')
      .map(([name, part]) => [name, withoutProse(part)]),
  );
}

async function typesOf(schemas) {
  const types = await openapiTs(
    {
      openapi: '3.1.0',
      info: { title: 'types', version: '0' },
      paths: {},
      components: { schemas },
    },
    { alphabetize: false, silent: true },
  );
  // The schemas are components; the types of operations would be empty.
  return HEAD + astToString(types.filter(({ name }) => name?.text === 'components'));
}

const files = [
  ['client/src/api-types.ts', clientSchemas()],
  ['src/platform/http/openapi/api-types.ts', serverSchemas()],
];
for (const [path, schemas] of files) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const text = await typesOf(schemas);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${path} is not what api/openapi says: npm run generate\n`);
    process.exitCode = 1;
  }
}
