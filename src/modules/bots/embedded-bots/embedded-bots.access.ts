// What may be chosen and set of embedded bots: checks what the maker of a bot gives, or throws.
import { ApiError } from '#platform/http/api-error.js';
import { EMBEDDED_BOTS, embeddedBot } from './catalogue.js';
import type { EmbeddedBot } from './embedded-bot.js';

export type BotConfig = Record<string, string>;

export interface EmbeddedService {
  serviceName: string;
  configData: BotConfig;
}

const VALUE_MAX_LENGTH = 1000;

/** What a new bot does, with the values that nobody gave filled in. */
export function checkedService(
  name: string | undefined,
  given: BotConfig | undefined,
): EmbeddedService {
  const bot = name === undefined ? undefined : embeddedBot(name);
  if (!bot) {
    const names = EMBEDDED_BOTS.map((known) => known.name).join(', ');
    throw ApiError.badRequest(
      name === undefined
        ? `service_name must say which embedded bot this is: ${names}`
        : `There is no embedded bot of this service_name, but these: ${names}`,
    );
  }
  return { serviceName: bot.name, configData: { ...bot.config, ...checkedConfig(bot, given) } };
}

/** The settings of a bot after a change of some of them. */
export function changedConfig(
  { serviceName, configData }: EmbeddedService,
  given: BotConfig,
): BotConfig {
  const bot = embeddedBot(serviceName);
  if (!bot) throw ApiError.badRequest('This embedded bot is one that the server no longer has');
  return { ...configData, ...checkedConfig(bot, given) };
}

function checkedConfig(bot: EmbeddedBot, given: BotConfig = {}): BotConfig {
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(bot.config, key)) {
      throw ApiError.badRequest(`config_data has a key that '${bot.name}' does not know: '${key}'`);
    }
    if ([...value].length > VALUE_MAX_LENGTH) {
      throw ApiError.badRequest(
        `config_data["${key}"] is too long (limit: ${VALUE_MAX_LENGTH} characters)`,
      );
    }
    const problem = bot.problem?.(key, value);
    if (problem !== undefined) throw ApiError.badRequest(`config_data["${key}"] ${problem}`);
  }
  return given;
}
