import { Bool, Text } from '#platform/http/parameters/decorators.js';

export class LogoDto {
  /** Whether the logo for dark themes is meant. */
  @Bool()
  night!: boolean;
}

export class PictureVersionDto {
  @Text({ optional: true })
  version?: string;
}
