// The providers of video calls that are available on this server, with the ids of the setting `video_chat_provider`.
import type { VideoCallsConfig } from '#config/video-calls.js';

type Provider = { name: string; id: number };

const ALWAYS = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
};

/** The providers by name. Zoom has one of its two ids, depending on the type of the app. */
export function videoChatProviders(config: VideoCallsConfig): Record<string, Provider> {
  const { zoom, webex, bigBlueButton, constructorGroups, nextcloud } = config;
  return {
    ...ALWAYS,
    ...(zoom?.accountId === undefined && zoom && { zoom: { name: 'Zoom', id: 3 } }),
    ...(bigBlueButton && { big_blue_button: { name: 'BigBlueButton', id: 4 } }),
    ...(zoom?.accountId !== undefined && { zoom_server_to_server: { name: 'Zoom', id: 5 } }),
    ...(constructorGroups && { constructor_groups: { name: 'Constructor Groups', id: 6 } }),
    ...(nextcloud && { nextcloud_talk: { name: 'Nextcloud Talk', id: 7 } }),
    ...(webex && { webex: { name: 'Webex', id: 8 } }),
  };
}
