// Channel folders, which only administrators create and change. Names of active folders are unique;
// archived folders contain no streams.
import { Injectable } from '@nestjs/common';
import { MarkdownService } from '#modules/markdown/markdown';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { invalidFolder } from './channel-folders.access.js';
import { type ChannelFolderChanges, channelFolderEvent } from './channel-folders.events.js';
import { ChannelFoldersRepository } from './channel-folders.repository.js';
import { type ChannelFolder, channelFolderView } from './channel-folders.view.js';
import { checkedFolderDescription, checkedFolderName } from './folder-name.js';

export interface FolderTexts {
  name?: string;
  description?: string;
}

@Injectable()
export class ChannelFoldersService {
  constructor(
    private readonly channelFoldersRepository: ChannelFoldersRepository,
    private readonly markdownService: MarkdownService,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Returns the id of the new folder, which is placed last. */
  async create(actor: Actor, input: Required<FolderTexts>): Promise<number> {
    if (actor.role > Role.Administrator) {
      throw new ApiError('UNAUTHORIZED_PRINCIPAL', 400, 'Must be an organization administrator');
    }
    const { realmId, userId } = actor;
    const name = checkedFolderName(input.name);
    const description = checkedFolderDescription(input.description);
    return this.database.transaction(async () => {
      await this.channelFoldersRepository.lock(realmId);
      await this.refuseTakenName(realmId, name);
      const folder = await this.channelFoldersRepository.insert(realmId, {
        name,
        description,
        renderedDescription: this.markdownService.render(description),
        creatorId: userId,
        dateCreated: this.clock.now(),
      });
      this.eventLog.append(
        channelFolderEvent(
          realmId,
          { op: 'add', channel_folder: channelFolderView(folder) },
          Audience.realm(),
        ),
      );
      return folder.id;
    });
  }

  async update(
    { realmId }: Actor,
    id: number,
    input: FolderTexts & { isArchived?: boolean },
  ): Promise<void> {
    const name = input.name === undefined ? undefined : checkedFolderName(input.name);
    const description =
      input.description === undefined ? undefined : checkedFolderDescription(input.description);
    await this.database.transaction(async () => {
      await this.channelFoldersRepository.lock(realmId);
      const folder = await this.channelFoldersRepository.findById(realmId, id);
      if (!folder) throw invalidFolder();
      const changes = this.changes(folder, name, description, input.isArchived);
      if (Object.keys(changes).length === 0) return;
      if (changes.is_archived === true && (await this.channelFoldersRepository.hasChannels(id))) {
        throw ApiError.badRequest('A folder with channels in it can not be archived');
      }
      const willBeInUse = !(changes.is_archived ?? folder.is_archived);
      if (willBeInUse && (changes.name !== undefined || changes.is_archived === false)) {
        await this.refuseTakenName(realmId, changes.name ?? folder.name, id);
      }
      await this.channelFoldersRepository.update(realmId, id, changes);
      this.eventLog.append(
        channelFolderEvent(
          realmId,
          { op: 'update', channel_folder_id: id, data: changes },
          Audience.realm(),
        ),
      );
    });
  }

  /** `order` contains the id of every folder once, archived ones included. */
  async reorder({ realmId }: Actor, order: number[]): Promise<void> {
    await this.database.transaction(async () => {
      await this.channelFoldersRepository.lock(realmId);
      const present = (await this.channelFoldersRepository.findAll(realmId)).map(({ id }) => id);
      const existingIds = new Set(present);
      if (
        order.length !== existingIds.size ||
        new Set(order).size !== order.length ||
        !order.every((id) => existingIds.has(id))
      ) {
        throw ApiError.badRequest('The order must name every channel folder once');
      }
      if (order.every((id, index) => id === present[index])) return;
      await this.channelFoldersRepository.reorder(realmId, order);
      this.eventLog.append(channelFolderEvent(realmId, { op: 'reorder', order }, Audience.realm()));
    });
  }

  private changes(
    folder: ChannelFolder,
    name: string | undefined,
    description: string | undefined,
    isArchived: boolean | undefined,
  ): ChannelFolderChanges {
    return {
      ...(name === undefined || name === folder.name ? {} : { name }),
      ...(description === undefined || description === folder.description
        ? {}
        : { description, rendered_description: this.markdownService.render(description) }),
      ...(isArchived === undefined || isArchived === folder.is_archived
        ? {}
        : { is_archived: isArchived }),
    };
  }

  private async refuseTakenName(realmId: number, name: string, exceptId?: number): Promise<void> {
    if (await this.channelFoldersRepository.isNameTaken(realmId, name, exceptId)) {
      throw ApiError.badRequest('There is already a channel folder with this name');
    }
  }
}
