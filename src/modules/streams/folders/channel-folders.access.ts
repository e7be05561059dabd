import { Injectable } from '@nestjs/common';
import { ApiError } from '#platform/http/api-error.js';
import { ChannelFoldersRepository } from './channel-folders.repository.js';

@Injectable()
export class ChannelFoldersAccess {
  constructor(private readonly channelFoldersRepository: ChannelFoldersRepository) {}

  /**
   * Throws unless channels can be put into the folder. To be called in the transaction that does
   * so: until its end nobody can archive the folder.
   */
  async checkUsable(realmId: number, id: number): Promise<void> {
    if (!(await this.channelFoldersRepository.isInUse(realmId, id))) throw invalidFolder();
  }
}

export function invalidFolder(): ApiError {
  return ApiError.badRequest('Invalid channel folder ID');
}
