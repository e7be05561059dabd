export {
  type LinkedStream,
  type LinkPreview,
  type MarkdownContext,
  nameKey,
  type RenderedMessage,
  topicKey,
  type UploadedFile,
} from './context.js';
export { Descriptions } from './descriptions.service.js';
export { ExternalContentUrls } from './external-content-urls.js';
export { escaped } from './html.view.js';
export { LinkifierSet } from './linkifier-set.js';
export { MarkdownModule } from './markdown.module.js';
export { MarkdownService } from './markdown.service.js';
export { LOADING } from './media.plugin.js';
export { messageUrl } from './narrow-urls.js';
export { type MarkdownReferences, referencesOf } from './references.js';
export { type TopicLink, topicLinksOf } from './topic-links.view.js';
export { checkedUrl } from './urls.js';
