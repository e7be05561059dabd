// Validation of the service name and configuration of embedded bots.
import { ApiError } from '#platform/http/api-error.js';
import { EMBEDDED_BOTS, embeddedBot } from './catalogue.js';
import type { EmbeddedBot } from './embedded-bot.js';

export type BotConfig = Record<string, string>;

export interface EmbeddedService {
  serviceName: string;
  configData: BotConfig;
}

const VALUE_MAX_LENGTH = 1000;

/** The service of a new bot, with default values filled in. */
export function requireService(
  name: string | undefined,
  input: BotConfig | undefined,
): EmbeddedService {
  const bot = name === undefined ? undefined : embeddedBot(name);
  if (!bot) {
    const names = EMBEDDED_BOTS.map(({ name: known }) => known).join(', ');
    throw ApiError.badRequest(
      name === undefined
        ? `service_name must name an embedded bot: ${names}`
        : `There is no embedded bot with this service_name; the embedded bots are: ${names}`,
    );
  }
  return { serviceName: bot.name, configData: { ...bot.config, ...checkedConfig(bot, input) } };
}

/** The configuration of a bot after an update of some keys. */
export function mergeConfig(
  { serviceName, configData }: EmbeddedService,
  input: BotConfig,
): BotConfig {
  const bot = embeddedBot(serviceName);
  if (!bot) throw ApiError.badRequest('The server no longer has this embedded bot');
  return { ...configData, ...checkedConfig(bot, input) };
}

function checkedConfig(bot: EmbeddedBot, input: BotConfig = {}): BotConfig {
  for (const [key, value] of Object.entries(input)) {
    if (!Object.hasOwn(bot.config, key)) {
      throw ApiError.badRequest(`config_data has a key that '${bot.name}' does not have: '${key}'`);
    }
    if ([...value].length > VALUE_MAX_LENGTH) {
      throw ApiError.badRequest(
        `config_data["${key}"] is too long (limit: ${VALUE_MAX_LENGTH} characters)`,
      );
    }
    const problem = bot.problem?.(key, value);
    if (problem !== undefined) throw ApiError.badRequest(`config_data["${key}"] ${problem}`);
  }
  return input;
}
