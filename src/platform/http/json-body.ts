// Reads a JSON body, for the few routes that take one instead of parameters. The routes have @OwnBody().
import express, { type Request, type Response } from 'express';
import { ApiError } from './api-error.js';

export interface JsonBodyRules {
  /** The accepted content types. */
  types: readonly string[];
  maxBytes: number;
}

/** Throws an ApiError unless the body is JSON of one of these types. */
export async function readJsonBody(
  request: Request,
  response: Response,
  { types, maxBytes }: JsonBodyRules,
): Promise<unknown> {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(type)) {
    const message = `The request body must be ${types.join(' or ')}`;
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 415, message);
  }
  const readRaw = express.raw({ type: () => true, limit: maxBytes });
  await new Promise<void>((resolve, reject) => {
    readRaw(request, response, (error?: Error) => (error ? reject(error) : resolve()));
  });
  const body: unknown = request.body;
  request.body = undefined;
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '');
  } catch {
    throw ApiError.badRequest('The request body is not valid JSON');
  }
}
