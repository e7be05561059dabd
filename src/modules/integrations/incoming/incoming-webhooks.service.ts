// Turns requests of third parties into messages of incoming webhook bots. The integration that the URL names
// reads the payload; this service checks the request, filters events, and sends the messages.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { IntegrationCatalogue } from '#modules/integrations/catalogue';
import {
  type HandshakeResponse,
  type Integration,
  MissingHeaderError,
  Payload,
  PayloadError,
  type WebhookRequest,
} from '#modules/integrations/toolkit';
import { RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { RawRequest } from '#platform/http/raw-request.js';
import { buildNotifications } from './build-notifications.js';
import type { IncomingWebhookDto } from './incoming-webhook.dto.js';
import { type Destination, NotificationSender } from './notification-sender.service.js';
import { InvalidJsonError, readPayload, type WebhookBody } from './webhook-body.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { clientNameOf, webhookRequest } from './webhook-request.js';

const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** All outcomes are successes for the third party. */
export type WebhookResult =
  | { kind: 'accepted'; integration: Integration }
  | { kind: 'unsupported'; integration: Integration; event: string }
  | { kind: 'handshake'; response: HandshakeResponse };

interface Received {
  integration: Integration;
  actor: Actor;
  raw: RawRequest;
  input: IncomingWebhookDto;
}

@Injectable()
export class IncomingWebhooksService {
  constructor(
    private readonly integrationCatalogue: IntegrationCatalogue,
    private readonly notificationSender: NotificationSender,
    private readonly realmsService: RealmsService,
    private readonly webhookMetrics: WebhookMetrics,
    private readonly logger: PinoLogger,
  ) {}

  async receive(
    actor: Actor,
    name: string,
    raw: RawRequest,
    input: IncomingWebhookDto,
  ): Promise<WebhookResult> {
    const integration = await this.integrationCatalogue.find(name);
    if (!integration) throw ApiError.notFound();
    const bot = { ...actor, clientName: clientNameOf(integration) };
    const received: Received = { integration, actor: bot, raw, input };
    const body = await raw.body(MAX_BODY_BYTES);
    const content = await this.readBody(received, body);
    await this.checkSignature(received, body, content);
    if (content instanceof InvalidJsonError) throw await this.invalidJson(received);
    const payload = new Payload(content.value);
    const response = await this.reading(received, () =>
      integration.handshake?.({ ...raw, method: 'POST', payload }),
    );
    if (response) return { kind: 'handshake', response };
    return this.notify(received, payload, webhookRequest(raw, content.text));
  }

  /** Answers a request by which a third party verifies the URL without sending anything. */
  async verify(name: string, raw: RawRequest): Promise<HandshakeResponse> {
    const integration = await this.integrationCatalogue.find(name);
    const method = raw.method === 'HEAD' ? 'HEAD' : 'GET';
    const payload = new Payload({});
    const response = integration?.handshake?.({ ...raw, method, payload });
    if (!response) throw ApiError.methodNotAllowed(method, ['POST']);
    return response;
  }

  private async notify(
    received: Received,
    payload: Payload,
    request: WebhookRequest,
  ): Promise<WebhookResult> {
    const { integration, actor, input } = received;
    const built = await this.reading(received, () =>
      buildNotifications(integration, payload, request, input),
    );
    if (built.kind === 'unsupported') {
      this.webhookMetrics.countUnsupported(integration.name);
      return { ...built, integration };
    }
    await this.notificationSender.send(
      actor,
      built.notifications,
      destinationOf(integration, input),
    );
    return { kind: 'accepted', integration };
  }

  /** Returns the result of a function of the integration. Throws an ApiError if it cannot read the payload. */
  private async reading<T>({ integration, actor }: Received, read: () => T): Promise<T> {
    try {
      return read();
    } catch (error) {
      if (error instanceof PayloadError) throw payloadError(error, integration);
      if (error instanceof MissingHeaderError)
        throw await this.missingHeader(actor, integration, error);
      // Third parties would repeat a request that fails with status 500.
      this.logger.error({ err: error, integration: integration.name }, 'An integration failed');
      throw anomalousPayload('The payload', integration);
    }
  }

  /** Returns the error for invalid JSON, so that the signature is checked before the owner is notified. */
  private async readBody(
    { raw, integration }: Received,
    body: Buffer,
  ): Promise<WebhookBody | InvalidJsonError> {
    try {
      return await readPayload(body, raw.header('content-type'), integration);
    } catch (error) {
      if (error instanceof InvalidJsonError) return error;
      throw error;
    }
  }

  private async checkSignature(
    received: Received,
    body: Buffer,
    content: WebhookBody | InvalidJsonError,
  ): Promise<void> {
    const { actor, raw } = received;
    const { signature } = received.integration;
    const { webhook_secret: secret } = received.input;
    if (!signature || secret === undefined || secret === '') return;
    const payload = new Payload(content instanceof InvalidJsonError ? {} : content.value);
    const url = `${await this.realmsService.url(actor.realmId)}${raw.url}`;
    const isValid = await this.reading(received, () =>
      signature({ body, payload, url, header: raw.header }, secret),
    );
    if (!isValid) {
      throw ApiError.badRequest('The signature of the webhook is not valid');
    }
  }

  private async invalidJson({ actor, integration }: Received): Promise<ApiError> {
    await this.notificationSender.notifyOwner(
      actor,
      `received a request from ${integration.displayName} whose body is not valid JSON.`,
    );
    return new ApiError('INVALID_JSON', 400, 'The request body is not valid JSON');
  }

  private async missingHeader(
    actor: Actor,
    { displayName }: Integration,
    { header }: MissingHeaderError,
  ): Promise<ApiError> {
    await this.notificationSender.notifyOwner(
      actor,
      `received a request from ${displayName} without the header \`${header}\`.`,
    );
    const message = `The request must have the header "${header}"`;
    return new ApiError('MISSING_HTTP_EVENT_HEADER', 400, message, { header });
  }
}

function destinationOf(
  { encodesUrlAgain = false }: Integration,
  { stream, topic, mapping }: IncomingWebhookDto,
): Destination {
  if (!encodesUrlAgain) return { stream, topic, mapping };
  return { stream: decodedAgain(stream), topic: decodedAgain(topic), mapping };
}

function decodedAgain(value: string | undefined): string | undefined {
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return value;
  }
}

function payloadError({ problem, path }: PayloadError, integration: Integration): ApiError {
  if (problem === 'missing') {
    return ApiError.badRequest(`The payload has no value for "${path}"`);
  }
  const subject = path === '' ? 'The payload' : `The value of "${path}" in the payload`;
  return anomalousPayload(subject, integration);
}

function anomalousPayload(subject: string, { displayName }: Integration): ApiError {
  return new ApiError(
    'ANOMALOUS_WEBHOOK_PAYLOAD',
    400,
    `${subject} does not have the type that ${displayName} documents`,
    { webhook_name: displayName },
  );
}
