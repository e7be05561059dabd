import { Text } from '#platform/http/parameters/decorators.js';

export class RecoverCallsDto {
  @Text({ optional: true, nullIsAbsent: true, maxLength: 200 })
  device_instance_id?: string;
}
