import { LoginPageDto } from '#modules/auth/sessions';
import { Text } from '#platform/http/parameters/decorators.js';

export class OpenIdStartDto extends LoginPageDto {
  /** Of an app that wants the API key. */
  @Text({ optional: true })
  mobile_flow_otp?: string;
}

/** What the provider sends; read as a whole by the library that knows the protocol. */
export class OpenIdCallbackDto {
  @Text({ optional: true })
  code?: string;

  @Text({ optional: true })
  state?: string;

  @Text({ optional: true })
  iss?: string;

  @Text({ optional: true })
  error?: string;
}
