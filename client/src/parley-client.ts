// The entry point of the library: an account on a server, with requests and sessions.
import { type CallDevice, Calls, type SipCredentials } from './calls.js';
import { Listener, Session, type SessionOptions } from './session.js';
import {
  type Account,
  type Method,
  type Parameters,
  type RequestOptions,
  Transport,
  type TransportOptions,
} from './transport.js';
import type { Event, Narrow, OutgoingMessage } from './types.js';

export interface ConnectOptions extends SessionOptions {
  /** Returns messages as HTML instead of Markdown. */
  applyMarkdown?: boolean;
  /** Idle timeout of the queue in seconds; `mobile` is 12 hours. */
  idleQueueTimeout?: number | 'mobile';
}

export interface ListenOptions extends ConnectOptions {
  /** The types of events to receive. */
  eventTypes: readonly Event['type'][];
  /** Conditions that messages must meet. */
  narrow?: readonly Narrow[];
  /** Includes messages of public channels without a subscription. */
  allPublicStreams?: boolean;
}

export interface SipCredentialsOptions {
  previous?: SipCredentials;
  /** One or more of `sip.register`, `sip.call` and `turn`, separated by spaces. */
  scope?: string;
  /** The expected identity. If the user has a different one, the request throws an ApiFailure. */
  sipIdentity?: string;
}

/** All capabilities: the effects on the state expect the newest form of each event. */
const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
  individual_emoji_changes: true,
};

export class ParleyClient {
  private readonly transport: Transport;

  constructor(account: Account, options: TransportOptions = {}) {
    this.transport = new Transport(account, options);
  }

  /**
   * Sends a request for any operation of the API, with its path below `/api/v1/`. Throws an ApiFailure
   * for an error response, and a ConnectionFailure without a response.
   */
  request<Answer = Record<string, unknown>>(
    method: Method,
    path: string,
    parameters?: Parameters,
    options?: RequestOptions,
  ): Promise<Answer> {
    return this.transport.request<Answer>(method, path, parameters, options);
  }

  /**
   * Sends a message and returns its id. Throws a ConnectionFailure if the response is lost: it is then
   * unknown whether the message was sent. `send` of a session sends exactly once.
   */
  async send(message: OutgoingMessage): Promise<number> {
    const { id } = await this.request<{ id: number }>('POST', 'messages', { ...message });
    return id;
  }

  /**
   * Returns credentials for a SIP registrar and TURN servers. They replace `previous`, the credentials of the last
   * response, which can be passed once: after a ConnectionFailure, start again without them.
   */
  sipCredentials(options: SipCredentialsOptions = {}): Promise<SipCredentials> {
    const { previous, scope, sipIdentity } = options;
    return this.request<SipCredentials>('POST', 'calls/sip-bearer/refresh', {
      refresh_token: previous?.refreshToken,
      refresh_handle: previous?.refreshHandle,
      sip_identity: sipIdentity,
      scope,
    });
  }

  /** The calls of a device. */
  calls(device: CallDevice): Calls {
    return new Calls(
      (method, path, parameters, options) =>
        this.transport.request(method, path, parameters, options),
      device,
    );
  }

  /** Follows all events and keeps the whole state. */
  connect(options: ConnectOptions = {}): Promise<Session> {
    const everything = { include_subscribers: 'true', slim_presence: true };
    return Session.connect(this.transport, { ...registration(options), ...everything }, options);
  }

  /** Follows some kinds of event without keeping a state. */
  listen(options: ListenOptions): Promise<Listener> {
    const { eventTypes, narrow, allPublicStreams } = options;
    const some = {
      event_types: eventTypes,
      fetch_event_types: [],
      narrow,
      all_public_streams: allPublicStreams,
    };
    return Listener.connect(this.transport, { ...registration(options), ...some }, options);
  }
}

function registration({ applyMarkdown = false, idleQueueTimeout }: ConnectOptions): Parameters {
  return {
    apply_markdown: applyMarkdown,
    client_gravatar: true,
    client_capabilities: CAPABILITIES,
    idle_queue_timeout: idleQueueTimeout,
  };
}
