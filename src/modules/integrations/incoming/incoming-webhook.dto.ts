import { Text, TextList } from '#platform/http/parameters/decorators.js';

/** The parameters of the URL of all integrations, and the common options of some. */
export class IncomingWebhookDto {
  @Text({ optional: true })
  api_key?: string;

  @Text({ optional: true })
  stream?: string;

  @Text({ optional: true })
  topic?: string;

  @TextList({ optional: true, maxItems: 100, maxLength: 200 })
  only_events?: string[];

  @TextList({ optional: true, maxItems: 100, maxLength: 200 })
  exclude_events?: string[];

  @Text({ optional: true })
  webhook_secret?: string;

  @Text({ optional: true })
  branches?: string;

  @Text({ optional: true })
  ignore_private_repositories?: string;

  @Text({ optional: true })
  mapping?: string;
}

export class VerifyWebhookDto {
  @Text({ optional: true })
  api_key?: string;
}

export class IntegrationSearchDto {
  @Text({ default: '', maxLength: 200 })
  search!: string;
}
