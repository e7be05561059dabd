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
    messages: {
      send: Call;
      retrieve: Call;
      render(content: string): Promise<Answer>;
      update: Call;
      getById: Call;
      getHistoryById: Call;
      deleteById: Call;
      flags: { add: Call; remove: Call };
    };
    reactions: { add: Call; remove: Call };
    typing: { send: Call };
    emojis: { retrieve: Call };
    streams: {
      retrieve: Call;
      getStreamId(name: string): Promise<Answer>;
      subscriptions: { retrieve: Call };
      topics: { retrieve: Call };
      deleteById: Call;
    };
    users: {
      retrieve: Call;
      create: Call;
      me: {
        getProfile: Call;
        subscriptions: { add: Call; remove: Call };
        alertWords: { retrieve: Call };
      };
    };
  }

  export default function zulip(config: Config): Promise<ZulipClient>;
}
