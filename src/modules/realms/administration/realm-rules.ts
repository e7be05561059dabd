// Rules for the values of realm settings beyond their types.
import type { Config } from '#config/config.js';
import { availableMethods, type RealmSettings, videoChatProviders } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';

/** Only login methods and providers of video calls that this server has configured are allowed. */
export function checkSettings(
  settings: Partial<RealmSettings>,
  { signIn, videoCalls }: Pick<Config, 'signIn' | 'videoCalls'>,
): void {
  const { authentication_methods: methods, video_chat_provider: provider } = settings;
  if (methods) {
    const available: readonly string[] = availableMethods(signIn);
    const unknown = Object.keys(methods).find((name) => !available.includes(name));
    if (unknown !== undefined) {
      throw ApiError.badRequest(
        `authentication_methods: "${unknown}" is not available on this server`,
      );
    }
    if (!Object.values(methods).includes(true)) {
      throw ApiError.badRequest('authentication_methods: at least one method must be enabled');
    }
  }
  const providers = Object.values(videoChatProviders(videoCalls)).map(({ id }) => id);
  if (provider !== undefined && !providers.includes(provider)) {
    throw ApiError.badRequest('video_chat_provider is not available on this server');
  }
}
