// An embedded bot runs in the server. It is a pure function of a message and the configuration of the bot;
// EmbeddedBotsService reads the message and sends the answers.

export interface ReceivedMessage {
  /** Markdown, without a mention of the bot at the start. */
  text: string;
  sender: { userId: number; fullName: string };
}

export interface Answer {
  text: string;
  /** By default, answers go to the conversation of the message. */
  elsewhere?: { channel: string; topic: string };
}

export interface EmbeddedBot {
  /** Stored with each bot, so it must never change. */
  name: string;
  /** The keys that the owner may configure, with their default values. */
  config: Readonly<Record<string, string>>;
  /** The problem of a value, phrased to follow its name. */
  problem?(key: string, value: string): string | undefined;
  reply(message: ReceivedMessage, config: Readonly<Record<string, string>>): Answer[];
}
