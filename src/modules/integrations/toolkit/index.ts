export {
  CATEGORIES,
  type EventIntegration,
  type HandshakeRequest,
  type HandshakeResponse,
  hasEvents,
  type Integration,
  type Notification,
  type NotificationBuilder,
  type PlainIntegration,
} from './integration.js';
export {
  bold,
  bullets,
  code,
  codeBlock,
  details,
  enumeration,
  formatted,
  type Insert,
  joined,
  lines,
  link,
  Markdown,
  md,
  optionalLink,
  quote,
  quoteLines,
  quoteMarkdown,
  sentence,
  text,
  time,
  truncated,
  urlPart,
} from './markdown.js';
export { wellFormed } from './well-formed.js';
export { composedNotification } from './composed.js';
export { openFences } from './fences.js';
export { htmlRuns, htmlText } from './html.js';
export { isTooDeep } from './json-depth.js';
export {
  branchTopic,
  type Commit,
  commitList,
  firstLine,
  type GitReference,
  itemTopic,
  type Push,
  pushContent,
  referenceCreated,
  referenceDeleted,
  referenceName,
  shaLink,
  unlessPrivate,
} from './git.js';
export { type Path, Payload, PayloadError } from './payload.js';
export {
  areEqual,
  hmac,
  sharedSecret,
  type SignatureScheme,
  type SignedRequest,
} from './signatures.js';
export { giteaEvent, giteaEvents } from './gitea.js';
export { servarrEvents, type ServarrProgram, type Work, workDeleted } from './servarr.js';
export { slackAttachment, slackBlocks, slackMessage, slackText } from './slack.js';
export {
  BRANCHES,
  CHANNEL_MAPPING,
  IGNORE_PRIVATE_REPOSITORIES,
  type UrlOption,
} from './url-options.js';
export { MissingHeaderError, type WebhookRequest } from './webhook-request.js';
export { capitalized, counted, dataSize, duration, words } from './wording.js';
