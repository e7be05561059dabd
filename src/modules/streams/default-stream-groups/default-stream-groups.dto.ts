import { Text, TextList } from '#platform/http/parameters/decorators.js';
import { MAX_STREAMS } from './default-stream-groups.constants.js';

export class CreateDefaultStreamGroupDto {
  @Text()
  group_name!: string;

  @Text()
  description!: string;

  @TextList({ maxItems: MAX_STREAMS })
  stream_names!: string[];
}

export class UpdateDefaultStreamGroupDto {
  @Text({ optional: true })
  new_group_name?: string;

  @Text({ optional: true })
  new_description?: string;
}

export class UpdateDefaultStreamGroupStreamsDto {
  @Text({ oneOf: ['add', 'remove'] })
  op!: 'add' | 'remove';

  @TextList({ maxItems: MAX_STREAMS })
  stream_names!: string[];
}
