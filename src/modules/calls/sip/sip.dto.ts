import { Text } from '#platform/http/parameters/decorators.js';

export class RefreshSipBearerDto {
  @Text({ optional: true, nullIsAbsent: true })
  refresh_token?: string;

  @Text({ optional: true, nullIsAbsent: true })
  refresh_handle?: string;

  @Text({ optional: true, nullIsAbsent: true })
  sip_identity?: string;

  @Text({ optional: true, nullIsAbsent: true })
  scope?: string;
}
