import { Bool, IdList, Text } from '#platform/http/parameters/decorators.js';

export class GetChannelFoldersParameters {
  @Bool({ default: false })
  include_archived!: boolean;
}

export class CreateChannelFolderParameters {
  @Text()
  name!: string;

  @Text({ default: '' })
  description!: string;
}

export class ReorderChannelFoldersParameters {
  @IdList()
  order!: number[];
}

export class UpdateChannelFolderParameters {
  @Text({ optional: true })
  name?: string;

  @Text({ optional: true })
  description?: string;

  @Bool({ optional: true })
  is_archived?: boolean;
}
