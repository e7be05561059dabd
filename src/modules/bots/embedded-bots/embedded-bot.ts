// A bot that lives in the server: what it makes of what it is told. It is a pure function of the
// message and its settings; whoever calls it finds the message and sends what it answers.

export interface HeardMessage {
  /** Markdown, without the mention of the bot that it may have begun with. */
  text: string;
  sender: { userId: number; fullName: string };
}

export interface Answer {
  text: string;
  /** By default the conversation in which the bot was spoken to. */
  elsewhere?: { channel: string; topic: string };
}

export interface EmbeddedBot {
  /** By which people choose it; it must stay the same for ever. */
  name: string;
  /** What its owner may set, with the values that hold when the owner does not. */
  config: Readonly<Record<string, string>>;
  /** What is wrong with a value, worded to follow its name. */
  problem?(key: string, value: string): string | undefined;
  /** No answers: it keeps silent. */
  reply(message: HeardMessage, config: Readonly<Record<string, string>>): Answer[];
}
