// The parts of the npm client that the tests use. It comes without types.
declare module 'zulip-js' {
  type Answer = Record<string, unknown> & { result: string; msg: string };
  type Parameters = Record<string, unknown>;
  type Call = (parameters?: Parameters) => Promise<Answer>;

  type Config =
    | { realm: string; username: string; password: string }
    | { realm: string; username: string; apiKey: string }
    | { zuliprc: string };

  export interface ZulipClient {
    config: { apiKey?: string };
    callEndpoint(path: string, method?: string, parameters?: Parameters): Promise<Answer>;
    server: { settings: Call };
    queues: { register: Call; deregister: Call };
    events: { retrieve: Call };
    messages: { send: Call; retrieve: Call; flags: { add: Call; remove: Call } };
    streams: {
      retrieve: Call;
      getStreamId(name: string): Promise<Answer>;
      subscriptions: { retrieve: Call };
    };
    users: {
      retrieve: Call;
      me: { getProfile: Call; subscriptions: { add: Call; remove: Call } };
    };
  }

  export default function zulip(config: Config): Promise<ZulipClient>;
}
