import { Bool, Text } from '#platform/http/parameters/decorators.js';

export class SetUserStatusDto {
  @Text({ optional: true, trim: true, maxLength: 60 })
  status_text?: string;

  @Text({ optional: true })
  emoji_name?: string;

  @Text({ optional: true })
  emoji_code?: string;

  @Text({ optional: true, oneOf: ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji', ''] })
  reaction_type?: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji' | '';
}

export class SetOwnStatusDto extends SetUserStatusDto {
  @Bool({ optional: true })
  away?: boolean;
}
