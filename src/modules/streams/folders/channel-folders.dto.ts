import { Bool, IdList, Text } from '#platform/http/parameters/decorators.js';

export class GetChannelFoldersDto {
  @Bool({ default: false })
  include_archived!: boolean;
}

export class CreateChannelFolderDto {
  @Text()
  name!: string;

  @Text({ default: '' })
  description!: string;
}

export class ReorderChannelFoldersDto {
  @IdList()
  order!: number[];
}

export class UpdateChannelFolderDto {
  @Text({ optional: true })
  name?: string;

  @Text({ optional: true })
  description?: string;

  @Bool({ optional: true })
  is_archived?: boolean;
}
