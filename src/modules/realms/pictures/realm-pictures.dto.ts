import { Bool, Text } from '#platform/http/parameters/decorators.js';

export class LogoDto {
  /** Whether the request is for the logo for dark themes. */
  @Bool()
  night!: boolean;
}

export class PictureVersionDto {
  @Text({ optional: true })
  version?: string;
}
