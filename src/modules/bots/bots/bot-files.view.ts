// The configuration files of programs that act as bots. Both are INI files. Values need no quoting, because
// emails of bots and URLs of organizations contain neither spaces nor percent signs.

export interface BotCredentials {
  email: string;
  apiKey: string;
  /** URL of the organization. */
  site: string;
  /** For outgoing webhook bots: the secret that authenticates the server to the bot. */
  token?: string | undefined;
}

/** The file `zuliprc` of the bindings and of `zulip-run-bot`. */
export function zuliprc(bot: BotCredentials): string {
  return section('api', bot);
}

/**
 * The file `botserverrc` of `zulip-botserver`. Its sections should be named after the Python modules of the bots,
 * which are unknown to the server, so the short names of the bots are used.
 */
export function botserverrc(bots: BotCredentials[]): string {
  return [
    '# Name each section after the Python module of its bot, such as helloworld.',
    ...bots.map((bot) => `\n${section(shortName(bot.email), bot)}`),
  ].join('\n');
}

function section(name: string, { email, apiKey, site, token }: BotCredentials): string {
  const lines = [`[${name}]`, `email=${email}`, `key=${apiKey}`, `site=${site}`];
  return `${[...lines, ...(token === undefined ? [] : [`token=${token}`])].join('\n')}\n`;
}

function shortName(email: string): string {
  return email.replace(/@.*$/, '').replace(/-bot$/, '');
}
