// The routes of the application, read from the router once it is filled. They distinguish an unknown
// path from a known path with another method, and let tests visit every route.
import { type INestApplication, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { Express, Request, RequestHandler } from 'express';
import 'reflect-metadata';
import { accessPolicyOf } from './access.guard.js';
import { ApiError } from './api-error.js';
import { inputsOf } from './parameters/input.js';
import type { Dto } from './parameters/declared-parameters.js';

export const API_PREFIX = '/api/v1';

/** The router's entry of a route or of middleware. */
interface Layer {
  match(path: string): { params: Record<string, string | string[]> } | false;
  route?: { path: string; stack: { method: string; handle: RequestHandler }[] };
}

interface Route {
  method: string;
  path: string;
  handle: RequestHandler;
  matches(path: string): boolean;
}

export class RouteTable {
  private table: Route[] | undefined;
  private readonly marked = new Map<symbol, Route[]>();

  constructor(private readonly express: Express) {}

  routes(): readonly Route[] {
    this.table ??= (this.express.router.stack as unknown as Layer[]).flatMap(routesOf);
    return this.table;
  }

  /** Whether the handler of the request's route for this method has the metadata. */
  hasMark(request: Request, key: symbol, method = request.method): boolean {
    return this.withMark(key).some(
      (route) => route.method === method && route.matches(request.path),
    );
  }

  /** Whether there is a route with the path and the method of the request. */
  hasRoute(request: Request): boolean {
    return this.matching(request).some(({ method }) => method === request.method);
  }

  /** Whether there is a route with the path of the request, for any method. */
  hasPath(request: Request): boolean {
    return this.matching(request).length > 0;
  }

  /** Responds to a request that matches no route. */
  readonly answerUnmatched: RequestHandler = (request, response) => {
    const methods = new Set(this.matching(request).map(({ method }) => method));
    if (methods.size === 0) throw ApiError.notFound();
    const allowed = [...methods].toSorted();
    if (request.method !== 'OPTIONS') throw ApiError.methodNotAllowed(request.method, allowed);
    response.statusCode = 204;
    response.setHeader('Allow', allowed.join(', '));
    response.end();
  };

  private withMark(key: symbol): Route[] {
    let found = this.marked.get(key);
    if (!found) {
      found = this.routes().filter(({ handle }) => Reflect.hasMetadata(key, handle));
      this.marked.set(key, found);
    }
    return found;
  }

  private matching(request: Request): Route[] {
    const { path } = request;
    return this.routes().filter((route) => route.matches(path));
  }
}

function routesOf(layer: Layer): Route[] {
  const { route } = layer;
  if (!route) return [];
  return route.stack.map(({ method, handle }) => ({
    method: method.toUpperCase(),
    path: route.path,
    handle,
    matches: (path) => {
      try {
        const found = layer.match(path);
        return found && Object.entries(found.params).every(isPossible);
      } catch {
        return false;
      }
    },
  }));
}

/** Ids are numbers, except for ids of several segments. Paths with other ids do not exist. */
function isPossible([name, value]: [string, string | string[]]): boolean {
  return Array.isArray(value) || !name.endsWith('_id') || /^\d+$/.test(value);
}

export interface RegisteredRoute {
  method: string;
  path: string;
  /** Reachable without credentials. */
  public: boolean;
  controller: string;
  handler: string;
  /** The DTO classes of the handler's parameters. */
  inputs: Dto[];
}

/** Every route of an initialized application, with the handler behind it. */
export function registeredRoutes(app: INestApplication): RegisteredRoute[] {
  const handlers = handlersOf(app);
  const express = app.getHttpAdapter().getInstance() as Express;
  return new RouteTable(express).routes().map(({ method, path, handle }) => {
    const policy = accessPolicyOf(handle);
    const found = handlers.get(`${method} ${path}`);
    return {
      method,
      path,
      public: policy.public || policy.operational,
      controller: found?.controller ?? '',
      handler: found?.handler ?? '',
      inputs: found?.inputs ?? [],
    };
  });
}

type HandlerNames = Pick<RegisteredRoute, 'controller' | 'handler' | 'inputs'>;

/** Keyed by method and path, with and without the prefix, since only the router knows which applies. */
function handlersOf(app: INestApplication): Map<string, HandlerNames> {
  const scanner = new MetadataScanner();
  const handlers = new Map<string, HandlerNames>();
  for (const module of app.get(ModulesContainer).values()) {
    for (const { metatype } of module.controllers.values()) {
      if (typeof metatype !== 'function') continue;
      const prototype = metatype.prototype as Record<string, object>;
      for (const name of scanner.getAllMethodNames(prototype)) {
        const callback = prototype[name] ?? {};
        const method = Reflect.getMetadata(METHOD_METADATA, callback) as RequestMethod | undefined;
        if (method === undefined) continue;
        const entry = {
          controller: metatype.name,
          handler: name,
          inputs: inputsOf(prototype, name),
        };
        for (const prefix of ['', API_PREFIX]) {
          for (const head of pathsOf(metatype)) {
            for (const tail of pathsOf(callback)) {
              handlers.set(`${RequestMethod[method]} ${join(prefix, head, tail)}`, entry);
            }
          }
        }
      }
    }
  }
  return handlers;
}

function pathsOf(target: object): string[] {
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined;
  return typeof path === 'string' ? [path] : (path ?? ['']);
}

function join(...parts: string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return `/${segments.join('/')}`;
}
