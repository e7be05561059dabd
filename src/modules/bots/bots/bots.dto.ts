import { Role } from '#platform/http/actor.js';
import { Bool, Id, Integer, JsonValue, Text } from '#platform/http/parameters/decorators.js';
import { isObject } from '#platform/http/parameters/json-object.js';

const ROLES = [Role.Owner, Role.Administrator, Role.Moderator, Role.Member, Role.Guest];

function configProblem(value: unknown): string | undefined {
  const isConfig =
    isObject(value) && Object.values(value).every((entry) => typeof entry === 'string');
  return isConfig ? undefined : 'must be an object whose values are strings';
}

class BotSettingsDto {
  @Text({ optional: true })
  default_sending_stream?: string;

  @Text({ optional: true })
  default_events_register_stream?: string;

  @Bool({ optional: true })
  default_all_public_streams?: boolean;

  @Text({ optional: true })
  service_name?: string;

  @JsonValue({ optional: true, check: configProblem })
  config_data?: Record<string, string>;
}

export class CreateBotDto extends BotSettingsDto {
  @Text()
  full_name!: string;

  @Text()
  short_name!: string;

  @Integer({ default: 1, oneOf: [1, 2, 3, 4] })
  bot_type!: number;

  @Text({ optional: true, orJson: true })
  payload_url?: string;

  @Integer({ default: 1, oneOf: [1, 2] })
  interface_type!: 1 | 2;
}

export class UpdateBotDto extends BotSettingsDto {
  @Text({ optional: true })
  full_name?: string;

  @Text({ optional: true })
  short_name?: string;

  @Integer({ optional: true, oneOf: ROLES })
  role?: Role;

  @Id({ optional: true })
  bot_owner_id?: number;

  @Text({ optional: true, orJson: true, aliases: ['payload_url'] })
  service_payload_url?: string;

  @Integer({ optional: true, oneOf: [1, 2], aliases: ['interface_type'] })
  service_interface?: 1 | 2;
}
