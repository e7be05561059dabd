// Reads the payload from the body of a webhook: JSON, the fields of a form, or JSON in a field of a form.
import busboy from 'busboy';
import { type Integration, isTooDeep } from '#modules/integrations/toolkit';
import { ApiError } from '#platform/http/api-error.js';

/** The field of a form that contains JSON. */
const JSON_FIELD = 'payload';
const MAX_FIELDS = 1000;

export interface WebhookBody {
  /** The payload that the integration reads. */
  value: unknown;
  text: string;
}

/** The integration requires JSON, and the body is not JSON. */
export class InvalidJsonError extends Error {}

/** Throws an InvalidJsonError, or an ApiError for an unknown encoding or a malformed form. */
export async function readPayload(
  body: Buffer,
  contentType: string | undefined,
  { body: kind = 'json' }: Integration,
): Promise<WebhookBody> {
  const type = mediaType(contentType);
  if (type === 'multipart/form-data') {
    const fields = await multipartFields(body, contentType!);
    return { value: ofFields(fields, kind), text: '' };
  }
  const text = decoded(body, contentType);
  // curl sends all data with the content type of a form by default.
  const isForm = type === 'application/x-www-form-urlencoded' && !/^\s*[[{]/.test(text);
  if (isForm) return { value: ofFields(Object.fromEntries(formFields(text)), kind), text };
  if (kind === 'json') return { value: parsed(text), text };
  return { value: parsedOrEmpty(text), text };
}

function mediaType(contentType: string | undefined): string {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function ofFields(fields: Record<string, string>, kind: Integration['body']): unknown {
  if (kind !== 'json') return fields;
  return parsed(fields[JSON_FIELD] ?? '');
}

function parsed(text: string): unknown {
  if (isTooDeep(text)) throw new InvalidJsonError();
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidJsonError();
  }
}

function parsedOrEmpty(text: string): unknown {
  try {
    return parsed(text);
  } catch {
    return {};
  }
}

/** Decodes the body. Bytes that are invalid in the encoding are replaced. */
function decoded(body: Buffer, contentType: string | undefined): string {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '') ?? [];
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      415,
      'The character encoding of the request body is not supported',
    );
  }
}

function formFields(text: string): [string, string][] {
  const fields = [...new URLSearchParams(text)];
  if (fields.length > MAX_FIELDS) throw tooManyFields();
  return fields;
}

/** Files are ignored. */
function multipartFields(body: Buffer, contentType: string): Promise<Record<string, string>> {
  const fields: [string, string][] = [];
  return new Promise((resolve, reject) => {
    const parser = createParser(contentType);
    parser.on('field', (name, value) => fields.push([name, value]));
    parser.on('file', (_name, content) => content.resume());
    parser.once('fieldsLimit', () => reject(tooManyFields()));
    parser.once('partsLimit', () => reject(tooManyFields()));
    parser.once('error', () => reject(malformedForm()));
    parser.once('close', () => resolve(Object.fromEntries(fields)));
    parser.end(body);
  });
}

function createParser(contentType: string): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: {
        fields: MAX_FIELDS,
        parts: MAX_FIELDS,
        fieldNameSize: 200,
        fieldSize: Infinity,
        headerPairs: 20,
      },
    });
  } catch {
    throw malformedForm();
  }
}

function tooManyFields(): ApiError {
  return ApiError.badRequest('The request has too many parameters');
}

function malformedForm(): ApiError {
  return ApiError.badRequest('The request body is not valid multipart/form-data');
}
