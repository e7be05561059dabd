import { Injectable } from '@nestjs/common';
import { ApiError } from '#platform/http/api-error.js';
import { ChannelFoldersRepository } from './channel-folders.repository.js';

@Injectable()
export class ChannelFoldersAccess {
  constructor(private readonly channelFoldersRepository: ChannelFoldersRepository) {}

  /**
   * Throws unless streams can be added to the folder. Joins the current transaction and locks the
   * folder against archiving until its end.
   */
  async checkUsable(realmId: number, id: number): Promise<void> {
    if (!(await this.channelFoldersRepository.lockActive(realmId, id))) throw invalidFolder();
  }
}

export function invalidFolder(): ApiError {
  return ApiError.badRequest('Invalid channel folder ID');
}
