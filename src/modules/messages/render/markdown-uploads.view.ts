// Uploaded files as the renderer needs them.
import type { MarkdownContext } from '#modules/markdown/markdown';
import type { AttachmentEntity } from '#modules/uploads/attachments';

export function markdownUploads(attachments: AttachmentEntity[]): MarkdownContext['uploads'] {
  return new Map(
    attachments.map(({ pathId, contentType }) => [
      pathId,
      { contentType, thumbnail: 'none' as const },
    ]),
  );
}
