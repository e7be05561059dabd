// Channel folders, which administrators create and change. Names of active folders are unique; archived
// folders contain no streams.
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { AuditLog } from '#modules/realms/audit-log';
import { Descriptions } from '#modules/markdown/markdown';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { isPermutationOf } from '#platform/permutation.js';
import { invalidFolder } from './channel-folders.access.js';
import type { ChannelFolderEntity } from './channel-folder.entity.js';
import { channelFolderEvent } from './channel-folders.events.js';
import {
  type ChannelFolderChanges,
  ChannelFoldersRepository,
} from './channel-folders.repository.js';
import { channelFolderChangesView, channelFolderView } from './channel-folders.view.js';
import { checkedFolderDescription, checkedFolderName } from './folder-name.js';

export interface FolderTexts {
  name?: string;
  description?: string;
}

@Injectable()
export class ChannelFoldersService {
  constructor(
    private readonly channelFoldersRepository: ChannelFoldersRepository,
    private readonly descriptions: Descriptions,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  async list(
    { realmId }: Actor,
    { includeArchived }: { includeArchived: boolean },
  ): Promise<ChannelFolderEntity[]> {
    const folders = await this.channelFoldersRepository.findAll(realmId);
    return folders.filter((folder) => includeArchived || !folder.isArchived);
  }

  /** Returns the id of the new folder, which is placed last. */
  async create(actor: Actor, input: Required<FolderTexts>): Promise<number> {
    if (actor.role > Role.Administrator) {
      throw new ApiError('UNAUTHORIZED_PRINCIPAL', 400, 'Only administrators can do this');
    }
    const { realmId, userId } = actor;
    const name = checkedFolderName(input.name);
    const description = checkedFolderDescription(input.description);
    return this.database.transaction(async () => {
      const existing = await this.channelFoldersRepository.findAllForUpdate(realmId);
      await this.checkNameIsFree(realmId, name);
      const folder = await this.channelFoldersRepository.insert({
        realmId,
        position: (existing.at(-1)?.position ?? -1) + 1,
        name,
        description,
        renderedDescription: await this.descriptions.render(realmId, description),
        creatorId: userId,
        dateCreated: this.clock.now(),
      });
      this.auditLog.record(realmId, {
        kind: 'channel_folder.created',
        targetIds: [folder.id],
        after: { name, description },
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
      const existing = await this.channelFoldersRepository.findAllForUpdate(realmId);
      const folder = existing.find((other) => other.id === id);
      if (!folder) throw invalidFolder();
      const changes = await this.changes(folder, name, description, input.isArchived);
      if (Object.keys(changes).length === 0) return;
      if (changes.isArchived === true && (await this.channelFoldersRepository.hasStreams(id))) {
        throw ApiError.badRequest('A folder with channels in it cannot be archived');
      }
      const willBeInUse = !(changes.isArchived ?? folder.isArchived);
      if (willBeInUse && (changes.name !== undefined || changes.isArchived === false)) {
        await this.checkNameIsFree(realmId, changes.name ?? folder.name, id);
      }
      await this.channelFoldersRepository.update(folder, changes);
      this.auditLog.record(realmId, {
        kind: 'channel_folder.changed',
        targetIds: [id],
        before: channelFolderChangesView(folder),
        after: channelFolderChangesView(changes),
      });
      this.eventLog.append(
        channelFolderEvent(
          realmId,
          { op: 'update', channel_folder_id: id, data: channelFolderChangesView(changes) },
          Audience.realm(),
        ),
      );
    });
  }

  /** `order` must contain the id of every folder once, including archived ones. */
  async reorder({ realmId }: Actor, order: number[]): Promise<void> {
    await this.database.transaction(async () => {
      const existing = await this.channelFoldersRepository.findAllForUpdate(realmId);
      const current = existing.map(({ id }) => id);
      if (!isPermutationOf(order, current)) {
        throw ApiError.badRequest('The order must contain every channel folder once');
      }
      if (isDeepStrictEqual(order, current)) return;
      await this.channelFoldersRepository.reorder(realmId, order);
      this.auditLog.record(realmId, {
        kind: 'realm.channel_folders_reordered',
        targetIds: [realmId],
        before: { order: current },
        after: { order },
      });
      this.eventLog.append(channelFolderEvent(realmId, { op: 'reorder', order }, Audience.realm()));
    });
  }

  private async changes(
    folder: ChannelFolderEntity,
    name: string | undefined,
    description: string | undefined,
    isArchived: boolean | undefined,
  ): Promise<ChannelFolderChanges> {
    return {
      ...(name === undefined || name === folder.name ? {} : { name }),
      ...(description === undefined || description === folder.description
        ? {}
        : {
            description,
            renderedDescription: await this.descriptions.render(folder.realmId, description),
          }),
      ...(isArchived === undefined || isArchived === folder.isArchived ? {} : { isArchived }),
    };
  }

  private async checkNameIsFree(realmId: number, name: string, exceptId?: number): Promise<void> {
    if (await this.channelFoldersRepository.isNameTaken(realmId, name, exceptId)) {
      throw ApiError.badRequest('There is already a channel folder with this name');
    }
  }
}
