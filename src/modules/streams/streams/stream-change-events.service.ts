// The events of a changed stream. Users who gain access to its metadata receive the whole stream, users who
// lose access receive its removal, and all others receive the changed properties.
import { Injectable } from '@nestjs/common';
import { isSameGroupSetting } from '#modules/groups/groups';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { Schema } from '#platform/http/contract.js';
import { StreamAudiences } from './stream-audiences.service.js';
import { STREAM_PERMISSION_NAMES } from './stream-permissions.js';
import { METADATA_PERMISSIONS } from './stream-rules.js';
import { defaultStreamsEvent, streamChanged, type StreamUpdated } from './streams.events.js';
import { type Stream, StreamsRepository } from './streams.repository.js';
import { StreamsService } from './streams.service.js';
import { newStreamView, type PostingGroups, streamView } from './streams.view.js';

@Injectable()
export class StreamChangeEvents {
  constructor(
    private readonly streamsRepository: StreamsRepository,
    private readonly streamsService: StreamsService,
    private readonly streamAudiences: StreamAudiences,
    private readonly eventLog: EventLog,
  ) {}

  /** Returns the users with metadata access before the change; undefined if it does not affect access. */
  async usersWithMetadata(before: Stream, after: Stream): Promise<Set<number> | undefined> {
    return changesMetadataAccess(before, after)
      ? this.streamAudiences.userIdsOf(before)
      : undefined;
  }

  /** Appends the events after the change was stored. Returns the users who gained metadata access. */
  async append(
    before: Stream,
    after: Stream,
    usersBefore: Set<number> | undefined,
  ): Promise<number[]> {
    if (before.isDefault !== after.isDefault) await this.appendDefaults(after.realmId);
    if (!usersBefore) {
      await this.appendUpdates(before, after, await this.streamAudiences.of(after));
      return [];
    }
    const usersAfter = await this.streamAudiences.userIdsOf(after);
    const gained = [...usersAfter].filter((id) => !usersBefore.has(id));
    const lost = [...usersBefore].filter((id) => !usersAfter.has(id));
    const stayed = [...usersAfter].filter((id) => usersBefore.has(id));
    await this.streamsService.publishVisible(after, gained);
    await this.appendUpdates(before, after, Audience.users(stayed));
    this.streamsService.publishHidden(after, lost);
    return gained;
  }

  private async appendUpdates(before: Stream, after: Stream, audience: Audience): Promise<void> {
    const groups = await this.streamsService.postingGroups(after.realmId);
    for (const { property, value, ...extra } of updates(before, after, groups)) {
      const name = property === 'name' ? before.name : after.name;
      this.eventLog.append(streamChanged(before, { name, property, value, ...extra }, audience));
    }
  }

  private async appendDefaults(realmId: number): Promise<void> {
    const ids = await this.streamsRepository.defaultIds(realmId);
    this.eventLog.append(
      defaultStreamsEvent(realmId, { default_streams: ids }, Audience.nonGuests()),
    );
  }
}

function changesMetadataAccess(before: Stream, after: Stream): boolean {
  return (
    before.inviteOnly !== after.inviteOnly ||
    before.isWebPublic !== after.isWebPublic ||
    METADATA_PERMISSIONS.some(
      (name) => !isSameGroupSetting(before.permissions[name], after.permissions[name]),
    )
  );
}

type Update = Omit<StreamUpdated, 'op' | 'stream_id' | 'name'>;

/**
 * The changed properties, one update each. Unarchiving comes last: clients without the capability for
 * archived streams receive the whole stream with it, and nothing before.
 */
function updates(before: Stream, after: Stream, groups: PostingGroups): Update[] {
  const old = streamView(before, groups);
  const now = streamView(after, groups);
  const changed = (property: keyof Schema<'Channel'>): boolean => old[property] !== now[property];
  const list: Update[] = [];
  const add = (property: keyof Schema<'Channel'>, extra: Partial<Update> = {}): void => {
    if (changed(property)) list.push({ property, value: now[property], ...extra });
  };
  add('name');
  add('description', { rendered_description: after.renderedDescription });
  const privacy = ['invite_only', 'is_web_public', 'history_public_to_subscribers'] as const;
  if (privacy.some(changed)) {
    list.push({
      property: 'invite_only',
      value: after.inviteOnly,
      is_web_public: after.isWebPublic,
      history_public_to_subscribers: after.historyPublicToSubscribers,
    });
  }
  add('message_retention_days');
  add('topics_policy');
  add('folder_id');
  for (const name of STREAM_PERMISSION_NAMES) {
    if (isSameGroupSetting(before.permissions[name], after.permissions[name])) continue;
    list.push({ property: name, value: after.permissions[name] });
  }
  add('stream_post_policy');
  add('is_announcement_only');
  add('is_archived', after.isArchived ? {} : { restored: newStreamView(after, groups) });
  return list;
}
