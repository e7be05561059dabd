import { Bool, Integer, Text } from '#platform/http/parameters/decorators.js';

export class ReportPresenceDto {
  @Text({ oneOf: ['active', 'idle'] })
  status!: 'active' | 'idle';

  /** -1 requests the presence of all users. */
  @Integer({ min: -1, optional: true })
  last_update_id?: number;

  @Integer({ min: 0, optional: true })
  history_limit_days?: number;

  @Bool({ default: false })
  ping_only!: boolean;

  @Bool({ default: false })
  new_user_input!: boolean;

  @Bool({ default: false })
  slim_presence!: boolean;
}
