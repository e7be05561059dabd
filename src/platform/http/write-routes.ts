// The decorators of routes that can write, with the interceptor that begins a write again when rights
// change before it commits. They take the place of Nest's own, since an interceptor of all routes would
// cost every poll a twentieth of its time (see docs/decisions/0012-http-layer.md).
import {
  applyDecorators,
  Delete as DeleteRoute,
  Patch as PatchRoute,
  Post as PostRoute,
  Put as PutRoute,
  UseInterceptors,
} from '@nestjs/common';
import { RightsInterceptor } from './rights.interceptor.js';

type Route = (path?: string | string[]) => MethodDecorator;

const writing =
  (route: Route): Route =>
  (path) =>
    applyDecorators(route(path), UseInterceptors(RightsInterceptor));

export const Post = writing(PostRoute);
export const Patch = writing(PatchRoute);
export const Put = writing(PutRoute);
export const Delete = writing(DeleteRoute);
