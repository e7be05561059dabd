import { Role } from '#platform/http/actor.js';
import { Bool, Id, Integer, Text } from '#platform/http/parameters/decorators.js';

const ROLES = [Role.Owner, Role.Administrator, Role.Moderator, Role.Member, Role.Guest];

class BotDefaultsDto {
  @Text({ optional: true })
  default_sending_stream?: string;

  @Text({ optional: true })
  default_events_register_stream?: string;

  @Bool({ optional: true })
  default_all_public_streams?: boolean;
}

export class CreateBotDto extends BotDefaultsDto {
  @Text()
  full_name!: string;

  @Text()
  short_name!: string;

  @Integer({ default: 1, oneOf: [1, 2, 3, 4] })
  bot_type!: number;

  @Text({ optional: true })
  payload_url?: string;

  @Integer({ default: 1, oneOf: [1, 2] })
  interface_type!: number;
}

export class UpdateBotDto extends BotDefaultsDto {
  @Text({ optional: true })
  full_name?: string;

  @Text({ optional: true })
  short_name?: string;

  @Integer({ optional: true, oneOf: ROLES })
  role?: Role;

  @Id({ optional: true })
  bot_owner_id?: number;

  @Text({ optional: true })
  service_payload_url?: string;

  @Integer({ optional: true, oneOf: [1, 2] })
  service_interface?: number;
}
