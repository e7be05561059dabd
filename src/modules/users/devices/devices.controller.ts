import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { RegisterDeviceDto, RemoveDeviceDto } from './devices.dto.js';
import type { DeviceLabels } from './devices.repository.js';
import { DevicesService } from './devices.service.js';

@Controller()
export class DevicesController {
  constructor(private readonly devicesService: DevicesService) {}

  @Post('register_client_device')
  async register(
    @CurrentActor() actor: Actor,
    @Input() input: RegisterDeviceDto,
  ): Promise<ResponseOf<'register-client-device'>> {
    const { device_id: id } = input;
    if (id === undefined) {
      return { device_id: await this.devicesService.add(actor, labelsOf(input)) };
    }
    await this.devicesService.refresh(actor, id, labelsOf(input));
    return { device_id: id };
  }

  @Post('remove_client_device')
  async remove(
    @CurrentActor() actor: Actor,
    @Input() { device_id: deviceId }: RemoveDeviceDto,
  ): Promise<ResponseOf<'remove-client-device'>> {
    await this.devicesService.remove(actor, deviceId);
  }
}

function labelsOf(input: RegisterDeviceDto): DeviceLabels {
  return {
    deviceName: input.device_name,
    deviceKind: input.device_kind,
    platform: input.platform,
    osName: input.os_name,
    osVersion: input.os_version,
    clientName: input.client_name,
    clientVersion: input.client_version,
    browserName: input.browser_name,
  };
}
