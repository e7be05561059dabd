import type { Schema } from '#platform/http/contract.js';
import type { ProfileFieldEntity } from './profile-field.entity.js';

/** `fields` must be ordered by position. */
export function profileFieldViews(fields: ProfileFieldEntity[]): Schema<'CustomProfileField'>[] {
  return fields.map((field, index) => ({
    id: field.id,
    type: field.type,
    order: index + 1,
    name: field.name,
    hint: field.hint,
    field_data: field.fieldData === null ? '' : JSON.stringify(field.fieldData),
    required: field.required,
    editable_by_user: field.editableByUser,
    ...(field.displayInProfileSummary ? { display_in_profile_summary: true as const } : {}),
    ...(field.useForUserMatching ? { use_for_user_matching: true as const } : {}),
  }));
}
