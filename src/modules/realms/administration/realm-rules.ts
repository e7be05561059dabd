// Rules for the values of realm settings beyond their types.
import { type RealmSettings, VIDEO_CHAT_PROVIDERS } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';

/** `loginMethods` are the methods configured on this server. */
export function checkSettings(
  settings: Partial<RealmSettings>,
  loginMethods: readonly string[],
): void {
  const { authentication_methods: methods, video_chat_provider: provider } = settings;
  if (methods) {
    const unknown = Object.keys(methods).find((name) => !loginMethods.includes(name));
    if (unknown !== undefined) {
      throw ApiError.badRequest(
        `authentication_methods: "${unknown}" is not available on this server`,
      );
    }
    if (!Object.values(methods).includes(true)) {
      throw ApiError.badRequest('authentication_methods: at least one method must be enabled');
    }
  }
  const providers = Object.values(VIDEO_CHAT_PROVIDERS).map(({ id }) => id);
  if (provider !== undefined && !providers.includes(provider)) {
    throw ApiError.badRequest('video_chat_provider is not available on this server');
  }
}
