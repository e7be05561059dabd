// Validation of the integration of an incoming webhook bot and of its configuration.
import type { BotConfig } from '#modules/bots/embedded-bots';
import { ApiError } from '#platform/http/api-error.js';

interface IncomingService {
  serviceName?: string;
  configData?: BotConfig;
}

const NAME = /^[a-z0-9_]{1,60}$/;
const MAX_CHARACTERS = 10_000;

/** A bot without an integration can be used with all of them. */
export function requireIntegration(
  name: string | undefined,
  configData: BotConfig = {},
): IncomingService {
  const hasConfig = Object.keys(configData).length > 0;
  if (name === undefined) {
    if (hasConfig) throw ApiError.badRequest('config_data requires service_name');
    return {};
  }
  if (!NAME.test(name)) throw ApiError.badRequest('service_name must name an integration');
  const characters = Object.entries(configData).reduce(
    (sum, [key, value]) => sum + [...key].length + [...value].length,
    0,
  );
  if (characters > MAX_CHARACTERS) {
    throw ApiError.badRequest(`config_data is too long (limit: ${MAX_CHARACTERS} characters)`);
  }
  return { serviceName: name, configData };
}
