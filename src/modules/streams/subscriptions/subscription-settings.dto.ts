import { Id, JsonValue, Text, TextList } from '#platform/http/parameters/decorators.js';
import { SUBSCRIPTION_PROPERTIES, type SubscriptionProperty } from './subscription-settings.js';
import { MAX_CHANNELS, StreamToSubscribe } from './subscriptions.dto.js';

/** How many changes of settings one request may ask for. */
const MAX_SETTINGS = 10_000;

export class ChangeSubscriptionsParameters {
  @TextList({ default: [], maxItems: MAX_CHANNELS })
  delete!: string[];

  @JsonValue({ listOf: StreamToSubscribe, default: [], maxItems: MAX_CHANNELS })
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
  @JsonValue({ listOf: SubscriptionSettingChange, maxItems: MAX_SETTINGS })
  subscription_data!: SubscriptionSettingChange[];
}

export class ChangeSubscriptionSettingParameters {
  @Text({ oneOf: SUBSCRIPTION_PROPERTIES })
  property!: SubscriptionProperty;

  /** `true` or `false`, or a colour. */
  @Text({ orJson: true })
  value!: string;
}
