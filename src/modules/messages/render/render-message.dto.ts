import { Text } from '#platform/http/parameters/decorators.js';

export class RenderMessageDto {
  @Text()
  content!: string;
}
