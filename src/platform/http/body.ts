// Reads the query string and the form body of a request before routing, since a POST can name another
// method in its form. JSON bodies are not supported. The body of a route with @OwnBody() is left for the
// handler, which runs after the caller is authenticated. Therefore a POST with such a body to a path without
// POST is routed as PATCH, and the handler checks that the form names this method.
import { SetMetadata } from '@nestjs/common';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { ApiError } from './api-error.js';
import { createMultipartReader, isMultipart } from './multipart.js';
import { decodeForm, decodeQuery, type Fields, NO_FIELDS } from './parameters/fields.js';
import { contextOf } from './request-context.js';
import type { RouteTable } from './routes.js';

const MAX_BODY_BYTES = 1024 * 1024;

const OWN_BODY = Symbol('own body');
const RAW_BODY = Symbol('raw body');
const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS']);
const OVERRIDES = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

/** The handler reads the body itself, unless it is a URL-encoded form. */
export const OwnBody = (): MethodDecorator => SetMetadata(OWN_BODY, true);

/** The handler reads the body itself with `readRawBody`, forms included. */
export const RawBody = (): MethodDecorator => SetMetadata(RAW_BODY, true);

const postedPatches = new WeakSet<Request>();

const readRaw = express.raw({ type: () => true, limit: MAX_BODY_BYTES });
const readMultipart = createMultipartReader({ maxFiles: 0, maxBytes: MAX_BODY_BYTES });

export function readFields(routes: RouteTable): RequestHandler {
  return (request, response, next) => {
    const context = contextOf(request);
    const mark = request.url.indexOf('?');
    if (mark !== -1) context.query = decodeQuery(request.url.slice(mark + 1));
    if (BODILESS.has(request.method) || !hasBody(request)) {
      next();
      return;
    }
    if (isPatchWithFiles(request, routes)) {
      request.method = 'PATCH';
      postedPatches.add(request);
    }
    const isLeft = isForm(request)
      ? routes.hasMark(request, RAW_BODY)
      : !isRead(request, routes) || leavesBody(request, routes);
    if (isLeft) {
      next();
      return;
    }
    readBody(request, response)
      .then((form) => {
        context.form = form;
        if (request.method === 'POST') overrideMethod(request, form.get('method'));
      })
      .then(
        () => next(),
        // An unknown path or method is reported first.
        (error: unknown) => next(routes.hasRoute(request) ? error : undefined),
      );
  };
}

/** Throws unless the form of a route with @OwnBody() contains the method of the route. */
export function checkMethod(request: Request, form: Fields): void {
  const { method } = request;
  const named = form.get('method') ?? (postedPatches.has(request) ? 'POST' : method);
  if (named !== method) throw ApiError.methodNotAllowed(named, [method]);
}

function isPatchWithFiles(request: Request, routes: RouteTable): boolean {
  if (request.method !== 'POST' || !isMultipart(request)) return false;
  return !routes.hasRoute(request) && routes.hasMark(request, OWN_BODY, 'PATCH');
}

/** Whether a route reads the body. Only a multipart form can name another method. */
function isRead(request: Request, routes: RouteTable): boolean {
  return isMultipart(request) ? routes.hasPath(request) : routes.hasRoute(request);
}

function leavesBody(request: Request, routes: RouteTable): boolean {
  return routes.hasMark(request, OWN_BODY) || routes.hasMark(request, RAW_BODY);
}

const rawBodies = new WeakMap<Request, Promise<Buffer>>();

/**
 * Returns the decompressed body of a route with @RawBody(). If a request is handled again because permissions have
 * changed, returns the body of the first time.
 */
export function readRawBody(
  request: Request,
  response: Response,
  maxBytes: number,
): Promise<Buffer> {
  let body = rawBodies.get(request);
  if (!body) {
    body = hasBody(request)
      ? receiveRaw(request, response, maxBytes)
      : Promise.resolve(Buffer.alloc(0));
    rawBodies.set(request, body);
  }
  return body;
}

async function receiveRaw(request: Request, response: Response, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length']) > limit) throw ApiError.ofStatus(413);
  const read = express.raw({ type: () => true, limit });
  await new Promise<void>((resolve, reject) => {
    read(request, response, (error?: Error) => (error ? reject(error) : resolve()));
  });
  const body: unknown = request.body;
  request.body = undefined;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** Whether the request has a body that is neither empty nor a URL-encoded form. */
export function hasOtherBody(request: Request): boolean {
  return hasBody(request) && !isForm(request);
}

async function readBody(request: Request, response: Response): Promise<Fields> {
  if (isMultipart(request)) return readMultipart(request, response);
  const form = isForm(request);
  // Fails before the body arrives.
  if (Number(request.headers['content-length']) > MAX_BODY_BYTES) throw ApiError.ofStatus(413);
  if (!form && request.headers['content-length'] !== undefined) throw ApiError.ofStatus(415);
  await new Promise<void>((resolve, reject) => {
    readRaw(request, response, (error?: Error) => (error ? reject(error) : resolve()));
  });
  const body: unknown = request.body;
  request.body = undefined;
  if (!Buffer.isBuffer(body) || body.length === 0) return NO_FIELDS;
  if (!form) throw ApiError.ofStatus(415);
  return decodeForm(body);
}

function overrideMethod(request: Request, method: string | undefined): void {
  if (method === undefined) return;
  if (!OVERRIDES.has(method)) {
    throw ApiError.badRequest(`method must be one of: ${[...OVERRIDES].join(', ')}`);
  }
  request.method = method;
}

function hasBody(request: Request): boolean {
  const length = request.headers['content-length'];
  return (
    request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
  );
}

function isForm(request: Request): boolean {
  const type = request.headers['content-type']?.split(';', 1)[0] ?? '';
  return type.trim().toLowerCase() === 'application/x-www-form-urlencoded';
}
