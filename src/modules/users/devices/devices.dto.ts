import { Id, Text } from '#platform/http/parameters/decorators.js';

const MAX_LENGTH = 100;

const KINDS = ['mobile', 'desktop', 'web'];
const PLATFORMS = ['android', 'ios', 'macos', 'windows', 'linux', 'web', 'unknown'];

export class RegisterDeviceDto {
  @Id({ optional: true })
  device_id?: number;

  @Text({ optional: true, maxLength: MAX_LENGTH })
  device_name?: string;

  @Text({ optional: true, oneOf: KINDS })
  device_kind?: string;

  @Text({ optional: true, oneOf: PLATFORMS })
  platform?: string;

  @Text({ optional: true, maxLength: MAX_LENGTH })
  os_name?: string;

  @Text({ optional: true, maxLength: MAX_LENGTH })
  os_version?: string;

  @Text({ optional: true, maxLength: MAX_LENGTH })
  client_name?: string;

  @Text({ optional: true, maxLength: MAX_LENGTH })
  client_version?: string;

  @Text({ optional: true, maxLength: MAX_LENGTH })
  browser_name?: string;
}

export class RemoveDeviceDto {
  @Id()
  device_id!: number;
}
