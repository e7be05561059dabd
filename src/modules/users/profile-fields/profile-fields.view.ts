// A field of the profiles as clients see it.
import type { Schema } from '#platform/http/contract.js';

export enum FieldType {
  ShortText = 1,
  Paragraph = 2,
  Choice = 3,
  Date = 4,
  Link = 5,
  Users = 6,
  ExternalAccount = 7,
  Pronouns = 8,
}

/** Under the names by which POST /register lists them. */
export const FIELD_TYPES = {
  SHORT_TEXT: { id: FieldType.ShortText, name: 'Short text' },
  PARAGRAPH: { id: FieldType.Paragraph, name: 'Paragraph' },
  DROPDOWN: { id: FieldType.Choice, name: 'Dropdown' },
  DATE: { id: FieldType.Date, name: 'Date' },
  URL: { id: FieldType.Link, name: 'Link' },
  USER: { id: FieldType.Users, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: FieldType.ExternalAccount, name: 'External account' },
  PRONOUNS: { id: FieldType.Pronouns, name: 'Pronouns' },
};

export interface ProfileField {
  id: number;
  type: FieldType;
  name: string;
  hint: string;
  field_data: Record<string, unknown> | null;
  display_in_profile_summary: boolean;
  required: boolean;
  editable_by_user: boolean;
  use_for_user_matching: boolean;
}

/** In the order of the list. */
export function profileFieldViews(fields: ProfileField[]): Schema<'CustomProfileField'>[] {
  return fields.map((field, index) => ({
    id: field.id,
    type: field.type,
    order: index + 1,
    name: field.name,
    hint: field.hint,
    field_data: field.field_data === null ? '' : JSON.stringify(field.field_data),
    required: field.required,
    editable_by_user: field.editable_by_user,
    ...(field.display_in_profile_summary ? { display_in_profile_summary: true as const } : {}),
    ...(field.use_for_user_matching ? { use_for_user_matching: true as const } : {}),
  }));
}
