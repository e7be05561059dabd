// Uploaded files as the renderer needs them.
import type { MarkdownContext, UploadedFile } from '#modules/markdown/markdown';
import type { AttachmentEntity } from '#modules/uploads/attachments';
import type { UploadedImage } from '#modules/uploads/thumbnails';

/** `images` are the images among the files, by file id. */
export function markdownUploads(
  attachments: AttachmentEntity[],
  images: ReadonlyMap<number, UploadedImage>,
): MarkdownContext['uploads'] {
  return new Map(
    attachments.map(({ id, pathId, contentType }) => [
      pathId,
      { contentType, ...imageOf(images.get(id)) },
    ]),
  );
}

function imageOf(image: UploadedImage | undefined): Omit<UploadedFile, 'contentType'> {
  if (!image || image.state === 'failed') return { thumbnail: 'none' };
  const { state, width, height, isAnimated, transcodedName } = image;
  return {
    thumbnail: state,
    isAnimated,
    ...(width !== null && height !== null && { dimensions: { width, height } }),
    ...(transcodedName !== null && { transcodedImage: transcodedName }),
  };
}
