// Pictures in requests: one file in multipart/form-data, whose part may have any name.
import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiError } from '#platform/http/api-error.js';
import { AcceptFiles, type UploadedFile } from '#platform/http/files.js';
import { MULTIPART_OVERHEAD } from '#platform/http/multipart.js';
import { FailedPictures } from './failed-pictures.interceptor.js';

const MEBIBYTE = 1024 * 1024;

/** Size limit of avatars, icons, logos and emoji. */
export const MAX_PICTURE_MEBIBYTES = 5;

const tooLarge = ApiError.badRequest(
  `The file is larger than the limit of ${MAX_PICTURE_MEBIBYTES} MiB`,
);

/** For handlers with `@Files()`. Place it below the decorator of the method, so that it includes repetitions. */
export const AcceptPicture = (): MethodDecorator =>
  applyDecorators(
    AcceptFiles({
      maxFiles: 1,
      maxBytes: MAX_PICTURE_MEBIBYTES * MEBIBYTE + MULTIPART_OVERHEAD,
      tooLarge,
    }),
    UseInterceptors(FailedPictures),
  );

/** Returns undefined if the request has no file. */
export function findPicture([file]: UploadedFile[]): UploadedFile | undefined {
  if (file && file.size > MAX_PICTURE_MEBIBYTES * MEBIBYTE) throw tooLarge;
  return file;
}

export function requirePicture(files: UploadedFile[]): UploadedFile {
  const file = findPicture(files);
  if (!file) throw ApiError.badRequest('The request must be multipart/form-data with one file');
  return file;
}
