import { Id, JsonValue, Text, TextList } from '#platform/http/parameters/decorators.js';
import { SUBSCRIPTION_PROPERTIES, type SubscriptionProperty } from './subscription-settings.js';
import { MAX_CHANNELS, StreamToSubscribeDto } from './subscriptions.dto.js';

/** Maximum number of changes in one request. */
const MAX_SETTINGS = 10_000;

export class ChangeSubscriptionsDto {
  @TextList({ default: [], maxItems: MAX_CHANNELS })
  delete!: string[];

  @JsonValue({ listOf: StreamToSubscribeDto, default: [], maxItems: MAX_CHANNELS })
  add!: StreamToSubscribeDto[];
}

export class SubscriptionSettingChangeDto {
  @Id()
  stream_id!: number;

  @Text({ oneOf: SUBSCRIPTION_PROPERTIES })
  property!: SubscriptionProperty;

  @JsonValue()
  value!: unknown;
}

export class ChangeSubscriptionSettingsDto {
  @JsonValue({ listOf: SubscriptionSettingChangeDto, maxItems: MAX_SETTINGS })
  subscription_data!: SubscriptionSettingChangeDto[];
}

export class ChangeSubscriptionSettingDto {
  @Text({ oneOf: SUBSCRIPTION_PROPERTIES })
  property!: SubscriptionProperty;

  /** `true` or `false`, or a color. */
  @Text({ orJson: true })
  value!: string;
}
