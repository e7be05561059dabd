import { Id, JsonValue, Text, TextList } from '#platform/http/parameters/decorators.js';
import { SUBSCRIPTION_PROPERTIES, type SubscriptionProperty } from './subscription-settings.js';
import { StreamToSubscribe } from './subscriptions.dto.js';

export class ChangeSubscriptionsParameters {
  @TextList({ default: [] })
  delete!: string[];

  @JsonValue({ listOf: StreamToSubscribe, default: [] })
  add!: StreamToSubscribe[];
}

export class SubscriptionSettingChange {
  @Id()
  stream_id!: number;

  @Text({ oneOf: SUBSCRIPTION_PROPERTIES })
  property!: SubscriptionProperty;

  @JsonValue()
  value!: unknown;
}

export class ChangeSubscriptionSettingsParameters {
  @JsonValue({ listOf: SubscriptionSettingChange })
  subscription_data!: SubscriptionSettingChange[];
}

export class ChangeSubscriptionSettingParameters {
  @Text({ oneOf: SUBSCRIPTION_PROPERTIES })
  property!: SubscriptionProperty;

  /** `true` or `false`, or a colour. */
  @Text({ orJson: true })
  value!: string;
}
