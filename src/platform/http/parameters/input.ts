// Parameter decorators for the input of handlers: the DTO made from form and query, and the variables of
// the path.
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { Request } from 'express';
import 'reflect-metadata';
import { ApiError } from '#platform/http/api-error.js';
import { contextOf, type RequestContext } from '#platform/http/request-context.js';
import type { Dto } from './declared-parameters.js';
import { MAX_ID } from './decorators.js';
import { ParametersPipe } from './parameters.pipe.js';

/** The context of the request, from which a pipe creates the value of the argument. */
const FromContext = createParamDecorator((_: unknown, host: ExecutionContext): RequestContext =>
  contextOf(host.switchToHttp().getRequest<Request>()),
);

const PIPE = new ParametersPipe();

/**
 * The handler's parameters, as an instance of the class that the argument is declared with.
 * The class must be imported as a value, or decorating fails.
 */
export function Input(): ParameterDecorator {
  return (target, key, index) => {
    if (key === undefined) throw new Error('@Input() belongs on an argument of a handler');
    const dto = typesOf(target, key)[index];
    if (typeof dto !== 'function' || dto === Object) {
      throw new Error(
        `@Input() on ${target.constructor.name}.${String(key)} needs a class, imported as a value`,
      );
    }
    FromContext(PIPE)(target, key, index);
  };
}

/** The DTO classes of a handler, for tests that compare them with the documentation. */
export function inputsOf(controller: object, handler: string): Dto[] {
  const args = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller.constructor, handler) as
    | Record<string, { index: number; pipes: unknown[] }>
    | undefined;
  return Object.values(args ?? {})
    .filter(({ pipes }) => pipes.includes(PIPE))
    .map(({ index }) => typesOf(controller, handler)[index] as Dto);
}

function typesOf(target: object, key: string | symbol): unknown[] {
  return Reflect.getMetadata('design:paramtypes', target, key) as unknown[];
}

/**
 * A function by which the handler reports parameters that had no effect; the response lists them together
 * with unknown ones.
 */
export const ReportIgnored = createParamDecorator(
  (_: unknown, host: ExecutionContext): IgnoredReport => {
    const { withoutEffect } = contextOf(host.switchToHttp().getRequest<Request>());
    return (names) => {
      for (const name of names) withoutEffect.add(name);
    };
  },
);

export type IgnoredReport = (names: Iterable<string>) => void;

/** An id in the path. Other text is an error 404, as for an unknown path. */
export const PathId = (name: string, { max = MAX_ID } = {}): ParameterDecorator =>
  createParamDecorator((_: unknown, host: ExecutionContext): number => {
    const text = pathPart(host, name);
    const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (!(id <= max)) throw ApiError.notFound();
    return id;
  })();

/** The id of a row that is counted in 64 bits, such as a message. */
export const PathBigId = (name: string): ParameterDecorator =>
  PathId(name, { max: Number.MAX_SAFE_INTEGER });

export const PathText = createParamDecorator((name: string, host: ExecutionContext): string => {
  const text = pathPart(host, name);
  if (text.includes('\0')) throw ApiError.notFound();
  return text;
});

function pathPart(host: ExecutionContext, name: string): string {
  const value = host.switchToHttp().getRequest<Request>().params[name] as unknown;
  // A wildcard at the end of the path is a list of its segments.
  const part = Array.isArray(value) ? value.join('/') : value;
  if (typeof part !== 'string') throw new Error(`The route has no path parameter "${name}"`);
  return part;
}
