// The profile fields of the realm (fetch type `custom_profile_fields`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SpectatorView,
} from '#platform/event-log/snapshot-section.js';
import { ProfileFieldsRepository } from './profile-fields.repository.js';
import { FIELD_TYPES } from './field-types.js';
import { profileFieldViews } from './profile-fields.view.js';

@Injectable()
@Snapshot()
export class ProfileFieldsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['custom_profile_fields'];

  constructor(private readonly profileFieldsRepository: ProfileFieldsRepository) {}

  async readForSpectators({ realmId }: SpectatorView): Promise<SnapshotState> {
    return {
      custom_profile_fields: profileFieldViews(await this.profileFieldsRepository.findAll(realmId)),
      custom_profile_field_types: FIELD_TYPES,
    };
  }
}
