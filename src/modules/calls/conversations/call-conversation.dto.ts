import { Id, IdList, Text } from '#platform/http/parameters/decorators.js';

/** The list of ids must fit into an index entry of the database. */
const MAX_DM_USERS = 500;

/** The parameter `conversation`: users of direct messages, or a topic of a channel. */
export class CallConversationDto {
  @Text({ oneOf: ['dm', 'channel'] })
  kind!: 'dm' | 'channel';

  @IdList({ optional: true, nullable: true, maxItems: MAX_DM_USERS })
  dmUserIds?: number[] | null;

  @Id({ optional: true, nullable: true })
  streamId?: number | null;

  @Text({ optional: true, nullIsAbsent: true })
  topic?: string;
}
