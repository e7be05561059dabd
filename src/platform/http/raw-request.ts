// A request in the format of another program, for routes whose parameters and body are not defined by this API.
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { readRawBody } from './body.js';
import { contextOf } from './request-context.js';

export interface RawRequest {
  method: string;
  /** The path and the query as the client sent them. */
  url: string;
  header: (name: string) => string | undefined;
  /** A parameter of the query. */
  query: (name: string) => string | undefined;
  /** The body of a route with @RawBody(). Throws an ApiError if it is larger. */
  body: (maxBytes: number) => Promise<Buffer>;
}

/** All parameters count as known, because the response must not list any as ignored. */
export const CurrentRawRequest = createParamDecorator(
  (_: unknown, host: ExecutionContext): RawRequest => {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const context = contextOf(request);
    context.processed.push(new Set(context.query.keys()));
    return {
      method: request.method,
      url: request.originalUrl,
      header: (name) => {
        const value = request.headers[name.toLowerCase()];
        return Array.isArray(value) ? value[0] : value;
      },
      query: (name) => context.query.get(name),
      body: (maxBytes) => readRawBody(request, http.getResponse<Response>(), maxBytes),
    };
  },
);
