import {
  Bool,
  Integer,
  IntegerList,
  JsonValue,
  Text,
} from '#platform/http/parameters/decorators.js';
import { isObject } from '#platform/http/parameters/json-object.js';
import { FIELD_TYPES, FieldType } from './field-types.js';

/** The keys depend on the type of the field. */
function objectProblem(value: unknown): string | undefined {
  return isObject(value) ? undefined : 'must be an object';
}

function valueProblem(value: unknown): string | undefined {
  if (value === null || typeof value === 'string') return undefined;
  const isIdList = Array.isArray(value) && value.every((id) => Number.isSafeInteger(id));
  return isIdList ? undefined : 'must be a text, a list of user IDs, or null';
}

export class ProfileFieldDto {
  @Text({ optional: true })
  name?: string;

  @Text({ optional: true })
  hint?: string;

  @JsonValue({ optional: true, check: objectProblem })
  field_data?: Record<string, unknown>;

  @Bool({ optional: true })
  display_in_profile_summary?: boolean;

  @Bool({ optional: true })
  required?: boolean;

  @Bool({ optional: true })
  editable_by_user?: boolean;

  @Bool({ optional: true })
  use_for_user_matching?: boolean;
}

export class CreateProfileFieldDto extends ProfileFieldDto {
  @Integer({ oneOf: Object.values(FIELD_TYPES).map(({ id }) => id) })
  field_type!: FieldType;
}

export class OrderProfileFieldsDto {
  @IntegerList()
  order!: number[];
}

export class ProfileValueDto {
  @Integer()
  id!: number;

  @JsonValue({ check: valueProblem })
  value!: string | number[] | null;
}

export class SetProfileDataDto {
  @JsonValue({ listOf: ProfileValueDto })
  data!: ProfileValueDto[];
}

export class RemoveProfileDataDto {
  @IntegerList()
  data!: number[];
}
