// The types of profile fields.
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

/** Keyed by the names in the response of POST /register. */
export const FIELD_TYPES = {
  SHORT_TEXT: { id: FieldType.ShortText, name: 'Short text' },
  LONG_TEXT: { id: FieldType.Paragraph, name: 'Paragraph' },
  SELECT: { id: FieldType.Choice, name: 'Dropdown' },
  DATE: { id: FieldType.Date, name: 'Date' },
  URL: { id: FieldType.Link, name: 'Link' },
  USER: { id: FieldType.Users, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: FieldType.ExternalAccount, name: 'External account' },
  PRONOUNS: { id: FieldType.Pronouns, name: 'Pronouns' },
};
