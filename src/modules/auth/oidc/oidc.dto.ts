import { LoginPageDto } from '#modules/auth/sessions';
import { Text } from '#platform/http/parameters/decorators.js';

export class OidcStartDto extends LoginPageDto {
  /** The one-time key of an app that logs in by a browser. */
  @Text({ optional: true })
  mobile_flow_otp?: string;
}

/** Parameters of the provider, which the OpenID Connect library reads from the whole query. */
export class OidcCallbackDto {
  @Text({ optional: true })
  code?: string;

  @Text({ optional: true })
  state?: string;

  @Text({ optional: true })
  iss?: string;

  @Text({ optional: true })
  error?: string;
}
