export { ChangeStreamAccess } from './change-stream.access.js';
export { type ChangedStream, ChangeStreamService } from './change-stream.service.js';
export { CreateStreamsAccess } from './create-streams.access.js';
export {
  CreateStreamsService,
  PLAIN_STREAM,
  type StreamSettings,
} from './create-streams.service.js';
export { ListedStream, ListedStreams } from './listed-streams.service.js';
export { NewStreamDto, streamSettings } from './new-stream.dto.js';
export { parsedRetentionDays } from './retention-days.js';
export {
  usersOnlyIn,
  type StreamAudienceMap,
  StreamAudiences,
} from './stream-audiences.service.js';
export type { StreamChanges } from './stream-changes.js';
export { changesReaders, StreamHistory } from './stream-history.service.js';
export type { StreamPermissions } from './stream-permissions.js';
export { StreamVisibilityChanges } from './stream-visibility.service.js';
export { StreamEntity } from './stream.entity.js';
export {
  AccessedStream,
  invalidStreamId,
  streamDoesNotExist,
  StreamsAccess,
} from './streams.access.js';
export { streamEvent } from './streams.events.js';
export { StreamsModule } from './streams.module.js';
export type { Stream } from './streams.repository.js';
export { StreamsService } from './streams.service.js';
export { streamView } from './streams.view.js';
export {
  groupBySettings,
  type ForClients,
  type PeersChanged,
  subscriptionEvent,
  type SubscriptionsAdded,
  type SubscriptionUpdated,
  forClientsOf,
} from './subscriptions.events.js';
export { SubscriptionEntity, type SubscriptionSettings } from './subscription.entity.js';
export { COLORS, subscriptionSettingsView } from './subscriptions.view.js';
export { topicForClient, topicFromClient } from './topic-name.view.js';
export { TOPICS_POLICIES, type TopicsPolicy } from './topics-policy.js';
