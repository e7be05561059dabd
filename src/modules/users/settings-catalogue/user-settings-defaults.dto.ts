import { SettingParameters } from '#platform/http/parameters/setting-parameters.js';
import { SETTINGS_WITH_REALM_DEFAULT } from './user-settings.js';

@SettingParameters(SETTINGS_WITH_REALM_DEFAULT)
export class UpdateUserSettingsDefaultsDto {}
