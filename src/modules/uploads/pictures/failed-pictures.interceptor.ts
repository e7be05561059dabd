import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { UploadedFile } from '#platform/http/files.js';
import { PictureFiles } from './picture-files.service.js';

/** Deletes the pictures that a request has written if its last repetition fails. */
@Injectable()
export class FailedPictures implements NestInterceptor {
  constructor(private readonly pictureFiles: PictureFiles) {}

  intercept(host: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { files } = host.switchToHttp().getRequest<Request>();
    return from(this.handle(next, Array.isArray(files) ? files : []));
  }

  private async handle(next: CallHandler, uploads: UploadedFile[]): Promise<unknown> {
    try {
      return await lastValueFrom(next.handle() as Observable<unknown>, { defaultValue: undefined });
    } catch (error) {
      await this.pictureFiles.discard(uploads);
      throw error;
    }
  }
}
