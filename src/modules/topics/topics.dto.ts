import { Bool, Text } from '#platform/http/parameters/decorators.js';

export class GetTopicsParameters {
  @Bool({ default: false })
  allow_empty_topic_name!: boolean;
}

export class DeleteTopicParameters {
  @Text()
  topic_name!: string;
}

export class SetTopicIconParameters {
  @Text()
  topic_name!: string;

  @Text({ maxLength: 100 })
  emoji_name!: string;

  @Text({ maxLength: 100 })
  emoji_code!: string;

  @Text({ oneOf: ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] })
  reaction_type!: string;
}

export class RemoveTopicIconParameters {
  @Text()
  topic_name!: string;
}
