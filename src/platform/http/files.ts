// File uploads. Files are read after authentication, so that callers without credentials cannot exhaust
// the memory, and before the parameters are checked.
import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { checkMethod, hasOtherBody, OwnBody } from './body.js';
import { ApiError } from './api-error.js';
import {
  isMultipart,
  type MultipartLimits,
  type MultipartReader,
  createMultipartReader,
} from './multipart.js';
import { contextOf } from './request-context.js';

export interface UploadedFile {
  fieldname: string;
  originalname: string;
  mimetype: string;
  size: number;
  buffer: Buffer;
}

/** The route takes files in multipart/form-data; the limit is for the whole body. */
export const AcceptFiles = (limits: MultipartLimits): MethodDecorator =>
  applyDecorators(OwnBody(), UseInterceptors(new FileReader(createMultipartReader(limits))));

/** The files of a route with @AcceptFiles, in the order of the body. */
export const Files = createParamDecorator((_: unknown, host: ExecutionContext): UploadedFile[] => {
  const { files } = host.switchToHttp().getRequest<Request>();
  return Array.isArray(files) ? files : [];
});

class FileReader implements NestInterceptor {
  constructor(private readonly multipartReader: MultipartReader) {}

  async intercept(host: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    if (isMultipart(request)) {
      const form = await this.multipartReader(request, http.getResponse<Response>());
      checkMethod(request, form);
      contextOf(request).form = form;
    } else if (hasOtherBody(request)) {
      throw ApiError.ofStatus(415);
    }
    return next.handle();
  }
}
