import { Bool, Text } from '#platform/http/parameters/decorators.js';

export class AddNavigationViewDto {
  @Text()
  fragment!: string;

  @Bool()
  is_pinned!: boolean;

  @Text({ optional: true })
  name?: string;
}

export class UpdateNavigationViewDto {
  @Bool({ optional: true })
  is_pinned?: boolean;

  @Text({ optional: true })
  name?: string;
}
