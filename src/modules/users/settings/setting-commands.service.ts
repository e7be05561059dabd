// Commands that users type in the compose box and that clients pass on unchanged. Each changes a setting
// of the user and returns a sentence that the client shows.
import { Injectable } from '@nestjs/common';
import { ChangeUserSettingsService, type UserSettings } from '#modules/users/settings-catalogue';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { SettingTargetsAccess } from './setting-targets.access.js';

interface SettingCommand {
  values: Partial<UserSettings>;
  /** What the command turns on, in messages. */
  mode: string;
  /** The command that reverts this one. */
  opposite: string;
}

const DARK: SettingCommand = {
  values: { color_scheme: 2 },
  mode: 'dark theme',
  opposite: '/light',
};
const LIGHT: SettingCommand = {
  values: { color_scheme: 3 },
  mode: 'light theme',
  opposite: '/dark',
};

const COMMANDS: ReadonlyMap<string, SettingCommand> = new Map([
  ['/dark', DARK],
  ['/night', DARK],
  ['/light', LIGHT],
  ['/day', LIGHT],
  [
    '/fluid-width',
    { values: { fluid_layout_width: true }, mode: 'fluid width', opposite: '/fixed-width' },
  ],
  [
    '/fixed-width',
    { values: { fluid_layout_width: false }, mode: 'fixed width', opposite: '/fluid-width' },
  ],
]);

/** Measures the time of a request and changes nothing. */
const PING = '/ping';

@Injectable()
export class SettingCommandsService {
  constructor(
    private readonly settingTargetsAccess: SettingTargetsAccess,
    private readonly changeUserSettingsService: ChangeUserSettingsService,
    private readonly database: Database,
  ) {}

  /** Returns the message for the user, empty for `/ping`. */
  async run(actor: Actor, name: string): Promise<string> {
    if (name === PING) return '';
    const command = COMMANDS.get(name);
    if (!command) {
      throw ApiError.badRequest(`command must be one of: ${[PING, ...COMMANDS.keys()].join(', ')}`);
    }
    const { values, mode, opposite } = command;
    const changed = await this.database.transaction(async () => {
      const targets = await this.settingTargetsAccess.resolve(actor, undefined);
      return this.changeUserSettingsService.change(targets, values);
    });
    if (changed.size === 0) return `The ${mode} is already on.`;
    return `The ${mode} is on. To turn it off, type \`${opposite}\`.`;
  }
}
