import { Bool, Text } from '#platform/http/parameters/decorators.js';

export class GetStreamsDto {
  @Bool({ default: true })
  include_public!: boolean;

  @Bool({ default: false })
  include_web_public!: boolean;

  @Bool({ default: true })
  include_subscribed!: boolean;

  @Bool({ default: true })
  exclude_archived!: boolean;

  @Bool({ default: false })
  include_all!: boolean;

  /** The deprecated name of include_all, for administrators only. */
  @Bool({ default: false })
  include_all_active!: boolean;

  @Bool({ default: false })
  include_default!: boolean;

  @Bool({ default: false })
  include_owner_subscribed!: boolean;

  @Bool({ default: false })
  include_can_access_content!: boolean;
}

export class GetStreamIdDto {
  @Text()
  stream!: string;
}
