// Parameter decorators that give a handler its input: the DTO built from form and query, and
// the variable parts of the path.
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import 'reflect-metadata';
import { ApiError } from '#platform/http/api-error.js';
import { contextOf } from '#platform/http/request-context.js';
import { MAX_ID } from './decorators.js';
import { type Dto, namesOf, readParameters } from './parameter-set.js';

const INPUTS = Symbol('input classes');

/**
 * The handler's parameters, as an instance of the class that the argument is declared with.
 * The class must be imported as a value, or decorating fails.
 */
export function Input(): ParameterDecorator {
  return (target, key, index) => {
    if (key === undefined) throw new Error('@Input() belongs on an argument of a handler');
    const types = Reflect.getMetadata('design:paramtypes', target, key) as unknown[];
    const dto = types[index] as Dto | undefined;
    if (typeof dto !== 'function' || dto === Object) {
      throw new Error(
        `@Input() on ${target.constructor.name}.${String(key)} needs a class, imported as a value`,
      );
    }
    Reflect.defineMetadata(INPUTS, [dto, ...inputsOf(target, key)], target, key);
    const read = (_: unknown, host: ExecutionContext): object => {
      const request = host.switchToHttp().getRequest<Request>();
      const context = contextOf(request);
      context.processed.push(namesOf(dto));
      return readParameters(dto, context.form, context.query);
    };
    createParamDecorator(read)()(target, key, index);
  };
}

/**
 * A function by which the handler reports parameters that changed nothing; the answer then lists
 * them with those that are not known.
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

/** The DTO classes of a handler, for tests that compare them with the documentation. */
export function inputsOf(controller: object, handler: string | symbol): Dto[] {
  return (Reflect.getMetadata(INPUTS, controller, handler) as Dto[] | undefined) ?? [];
}

/** An id in the path. What can not be an id is answered like an address that does not exist. */
export const PathId = (name: string, { max = MAX_ID } = {}): ParameterDecorator =>
  createParamDecorator((_: unknown, host: ExecutionContext): number => {
    const text = pathPart(host, name);
    const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (!(id <= max)) throw ApiError.notFound();
    return id;
  })();

export const PathText = createParamDecorator((name: string, host: ExecutionContext): string => {
  const text = pathPart(host, name);
  if (text.includes('\0')) throw ApiError.notFound();
  return text;
});

function pathPart(host: ExecutionContext, name: string): string {
  const given = host.switchToHttp().getRequest<Request>().params[name] as unknown;
  // Of a path that goes on to its end, slashes included.
  const part = Array.isArray(given) ? given.join('/') : given;
  if (typeof part !== 'string') throw new Error(`The route has no path parameter "${name}"`);
  return part;
}
