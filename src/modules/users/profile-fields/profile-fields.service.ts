// The profile fields of an organization. Deleting a field, or a choice, deletes the values that users
// entered for it.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { EXTERNAL_ACCOUNTS } from '#modules/realms/realms';
import { UserChanges } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import { isPermutationOf } from '#platform/permutation.js';
import { checkedFieldData, checkField } from './field-rules.js';
import { profileFieldsEvent } from './profile-fields.events.js';
import { ProfileFieldsRepository } from './profile-fields.repository.js';
import { FieldType } from './field-types.js';
import type { FieldData, ProfileFieldEntity } from './profile-field.entity.js';
import { profileFieldViews } from './profile-fields.view.js';

/** The properties that fields of all types have. */
type CommonProperties = Omit<
  ProfileFieldEntity,
  'id' | 'realmId' | 'type' | 'position' | 'fieldData'
>;

/** Undefined properties are left unchanged; in a new field they get defaults. */
export type ProfileFieldInput = Partial<CommonProperties> & { fieldData?: FieldData };

const NEW_FIELD: Omit<CommonProperties, 'name' | 'hint'> = {
  displayInProfileSummary: false,
  required: false,
  editableByUser: true,
  useForUserMatching: false,
};

const MAX_FIELDS = 100;

@Injectable()
export class ProfileFieldsService {
  constructor(
    private readonly profileFieldsRepository: ProfileFieldsRepository,
    private readonly userChanges: UserChanges,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  async list(realmId: number): Promise<Schema<'CustomProfileField'>[]> {
    return profileFieldViews(await this.profileFieldsRepository.findAll(realmId));
  }

  async create({ realmId }: Actor, type: FieldType, input: ProfileFieldInput): Promise<number> {
    const fieldData = checkedFieldData(type, input.fieldData);
    const site = predefinedSite(type, fieldData);
    return this.database.transaction(async () => {
      const existing = await this.profileFieldsRepository.findAllForUpdate(realmId);
      if (existing.length >= MAX_FIELDS)
        throw ApiError.badRequest(`There can be at most ${MAX_FIELDS} profile fields`);
      const position = (existing.at(-1)?.position ?? 0) + 1;
      const field = {
        realmId,
        position,
        type,
        fieldData,
        ...merge({ ...NEW_FIELD, name: site?.name ?? '', hint: site?.hint ?? '' }, input),
      };
      checkField(field, existing);
      const id = await this.profileFieldsRepository.insert(field);
      if (id === undefined) throw nameTaken();
      this.auditLog.record(realmId, {
        kind: 'profile_field.created',
        targetIds: [id],
        after: field,
      });
      await this.publish(realmId);
      return id;
    });
  }

  async update({ realmId }: Actor, id: number, input: ProfileFieldInput): Promise<void> {
    await this.database.transaction(async () => {
      const existing = await this.profileFieldsRepository.findAllForUpdate(realmId);
      const field = findById(existing, id);
      const others = existing.filter((other) => other !== field);
      const { type } = field;
      const fieldData =
        input.fieldData === undefined ? field.fieldData : checkedFieldData(type, input.fieldData);
      const updated = { type, fieldData, ...merge(field, input) };
      checkField(updated, others);
      if (!(await this.profileFieldsRepository.update(field, updated))) throw nameTaken();
      this.auditLog.record(realmId, {
        kind: 'profile_field.changed',
        targetIds: [id],
        before: field,
        after: updated,
      });
      await this.publish(realmId);
      if (type === FieldType.Choice) await this.clearRemovedChoices(field, updated.fieldData);
    });
  }

  /** `ids` must contain the id of every field once. */
  async reorder({ realmId }: Actor, ids: number[]): Promise<void> {
    await this.database.transaction(async () => {
      const existing = await this.profileFieldsRepository.findAllForUpdate(realmId);
      const current = existing.map(({ id }) => id);
      if (!isPermutationOf(ids, current)) {
        throw ApiError.badRequest('The order must contain every field once');
      }
      await this.profileFieldsRepository.reorder(realmId, ids);
      this.auditLog.record(realmId, {
        kind: 'realm.profile_fields_reordered',
        targetIds: [realmId],
        before: { order: current },
        after: { order: ids },
      });
      await this.publish(realmId);
    });
  }

  async delete({ realmId }: Actor, id: number): Promise<void> {
    await this.database.transaction(async () => {
      const existing = await this.profileFieldsRepository.findAllForUpdate(realmId);
      const field = findById(existing, id);
      await this.profileFieldsRepository.delete(field);
      this.auditLog.record(realmId, {
        kind: 'profile_field.deleted',
        targetIds: [id],
        before: { name: field.name, type: field.type },
      });
      await this.publish(realmId);
      await this.clear(field, await this.userChanges.findProfileValues(realmId, id));
    });
  }

  private async clearRemovedChoices(
    field: ProfileFieldEntity,
    choices: FieldData | null,
  ): Promise<void> {
    const values = await this.userChanges.findProfileValues(field.realmId, field.id);
    const removed = values.filter(({ value }) => !Object.hasOwn(choices ?? {}, value));
    await this.clear(field, removed);
  }

  private clear(field: ProfileFieldEntity, users: { id: number }[]): Promise<void> {
    const userIds = users.map(({ id }) => id);
    return this.userChanges.clearProfileField(field.realmId, userIds, field.id);
  }

  private async publish(realmId: number): Promise<void> {
    const fields = await this.list(realmId);
    this.eventLog.append(profileFieldsEvent(realmId, { fields }, Audience.realm()));
  }
}

function merge(existing: CommonProperties, input: ProfileFieldInput): CommonProperties {
  return {
    name: (input.name ?? existing.name).trim(),
    hint: (input.hint ?? existing.hint).trim(),
    displayInProfileSummary: input.displayInProfileSummary ?? existing.displayInProfileSummary,
    required: input.required ?? existing.required,
    editableByUser: input.editableByUser ?? existing.editableByUser,
    useForUserMatching: input.useForUserMatching ?? existing.useForUserMatching,
  };
}

function predefinedSite(
  type: FieldType,
  data: FieldData | null,
): { name: string; hint: string } | undefined {
  if (type !== FieldType.ExternalAccount) return undefined;
  return Object.entries(EXTERNAL_ACCOUNTS).find(([name]) => name === data?.['subtype'])?.[1];
}

function findById(fields: ProfileFieldEntity[], id: number): ProfileFieldEntity {
  const field = fields.find((other) => other.id === id);
  if (!field) throw ApiError.badRequest(`There is no profile field ${id}`);
  return field;
}

function nameTaken(): ApiError {
  return ApiError.badRequest('There is already a field with this name');
}
