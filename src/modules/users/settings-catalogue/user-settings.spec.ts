import { describe, expect, it } from '@jest/globals';
import { USER_SETTINGS, userSettings } from './user-settings.js';

describe('the catalogue of user settings', () => {
  it.each(Object.entries(USER_SETTINGS))('accepts the default of %s', (_name, setting) => {
    expect(setting.accepts(setting.default)).toBe(true);
  });

  it('refuses values of another type or out of range', () => {
    expect(USER_SETTINGS.enter_sends.accepts(1)).toBe(false);
    expect(USER_SETTINGS.color_scheme.accepts(4)).toBe(false);
    expect(USER_SETTINGS.color_scheme.accepts('1')).toBe(false);
    expect(USER_SETTINGS.web_font_size_px.accepts(0)).toBe(false);
    expect(USER_SETTINGS.web_home_view.accepts('recent_topics')).toBe(false);
    expect(USER_SETTINGS.twenty_four_hour_time.accepts(null)).toBe(true);
    expect(USER_SETTINGS.enter_sends.accepts(null)).toBe(false);
  });

  it('returns defaults for settings that are not stored, and drops unknown names', () => {
    const settings = userSettings({ color_scheme: 2, former_setting: true });
    expect(settings.color_scheme).toBe(2);
    expect(settings.enter_sends).toBe(false);
    expect(settings).not.toHaveProperty('former_setting');
  });
});
