import { SettingParameters } from '#platform/http/parameters/setting-parameters.js';
import { NEWCOMER_SETTINGS } from './user-settings.js';

@SettingParameters(NEWCOMER_SETTINGS)
export class UpdateUserSettingsDefaultsDto {}
