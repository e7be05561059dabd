// The fields of the profiles: administrators make, change, sort and delete them. What people filled
// in goes with the field, or with the choice that they made.
import { Injectable } from '@nestjs/common';
import { EXTERNAL_ACCOUNTS } from '#modules/realms/realms';
import { UserChanges } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import { checkedFieldData, checkField } from './field-rules.js';
import { profileFieldsEvent } from './profile-fields.events.js';
import { ProfileFieldsRepository } from './profile-fields.repository.js';
import { FieldType, type ProfileField, profileFieldViews } from './profile-fields.view.js';

export interface GivenField {
  name?: string | undefined;
  hint?: string | undefined;
  fieldData?: Record<string, unknown> | undefined;
  displayInProfileSummary?: boolean | undefined;
  required?: boolean | undefined;
  editableByUser?: boolean | undefined;
  useForUserMatching?: boolean | undefined;
}

const MAX_FIELDS = 100;

@Injectable()
export class ProfileFieldsService {
  constructor(
    private readonly profileFieldsRepository: ProfileFieldsRepository,
    private readonly userChanges: UserChanges,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  async list(realmId: number): Promise<Schema<'CustomProfileField'>[]> {
    return profileFieldViews(await this.profileFieldsRepository.findAll(realmId));
  }

  async create({ realmId }: Actor, type: FieldType, given: GivenField): Promise<number> {
    const fieldData = checkedFieldData(type, given.fieldData);
    const site = knownSite(type, fieldData);
    const field = {
      type,
      name: (given.name ?? site?.name ?? '').trim(),
      hint: (given.hint ?? site?.hint ?? '').trim(),
      field_data: fieldData,
      display_in_profile_summary: given.displayInProfileSummary ?? false,
      required: given.required ?? false,
      editable_by_user: given.editableByUser ?? true,
      use_for_user_matching: given.useForUserMatching ?? false,
    };
    return this.database.transaction(async () => {
      const others = await this.profileFieldsRepository.lockAll(realmId);
      if (others.length >= MAX_FIELDS) throw ApiError.badRequest('There are too many fields');
      checkField(field, others);
      const id = await this.profileFieldsRepository.insert(realmId, field);
      if (id === undefined) throw nameTaken();
      await this.tell(realmId);
      return id;
    });
  }

  async update({ realmId }: Actor, id: number, given: GivenField): Promise<void> {
    await this.database.transaction(async () => {
      const all = await this.profileFieldsRepository.lockAll(realmId);
      const before = found(all, id);
      const after: ProfileField = {
        ...before,
        name: (given.name ?? before.name).trim(),
        hint: (given.hint ?? before.hint).trim(),
        field_data:
          given.fieldData === undefined
            ? before.field_data
            : checkedFieldData(before.type, given.fieldData),
        display_in_profile_summary:
          given.displayInProfileSummary ?? before.display_in_profile_summary,
        required: given.required ?? before.required,
        editable_by_user: given.editableByUser ?? before.editable_by_user,
        use_for_user_matching: given.useForUserMatching ?? before.use_for_user_matching,
      };
      checkField(
        after,
        all.filter((field) => field !== before),
      );
      if (!(await this.profileFieldsRepository.update(realmId, after))) throw nameTaken();
      await this.tell(realmId);
      await this.clearGoneChoices(realmId, after);
    });
  }

  /** The list must name every field. */
  async order({ realmId }: Actor, ids: number[]): Promise<void> {
    await this.database.transaction(async () => {
      const all = await this.profileFieldsRepository.lockAll(realmId);
      const given = new Set(ids);
      if (given.size !== ids.length || given.size !== all.length) throw invalidOrder();
      if (!all.every(({ id }) => given.has(id))) throw invalidOrder();
      await this.profileFieldsRepository.order(realmId, ids);
      await this.tell(realmId);
    });
  }

  async delete({ realmId }: Actor, id: number): Promise<void> {
    await this.database.transaction(async () => {
      found(await this.profileFieldsRepository.lockAll(realmId), id);
      await this.profileFieldsRepository.delete(realmId, id);
      await this.tell(realmId);
      const filled = await this.userChanges.profileValues(realmId, id);
      await this.clear(realmId, id, filled);
    });
  }

  private async clearGoneChoices(realmId: number, field: ProfileField): Promise<void> {
    if (field.type !== FieldType.Choice) return;
    const filled = await this.userChanges.profileValues(realmId, field.id);
    const gone = filled.filter(({ value }) => !Object.hasOwn(field.field_data ?? {}, value));
    await this.clear(realmId, field.id, gone);
  }

  private clear(realmId: number, fieldId: number, people: { id: number }[]): Promise<void> {
    const ids = people.map(({ id }) => id);
    return this.userChanges.clearProfileField(realmId, ids, fieldId);
  }

  private async tell(realmId: number): Promise<void> {
    const fields = await this.list(realmId);
    this.eventLog.append(profileFieldsEvent(realmId, { fields }, Audience.realm()));
  }
}

function knownSite(
  type: FieldType,
  data: Record<string, unknown> | null,
): { name: string; hint: string } | undefined {
  if (type !== FieldType.ExternalAccount) return undefined;
  return Object.entries(EXTERNAL_ACCOUNTS).find(([name]) => name === data?.['subtype'])?.[1];
}

function found(fields: ProfileField[], id: number): ProfileField {
  const field = fields.find((one) => one.id === id);
  if (!field) throw ApiError.badRequest(`There is no profile field ${id}`);
  return field;
}

function nameTaken(): ApiError {
  return ApiError.badRequest('There is already a field with this name');
}

function invalidOrder(): ApiError {
  return ApiError.badRequest('The order has to name every field once');
}
