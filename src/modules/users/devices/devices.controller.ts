import { Controller, HttpCode, Post } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { RegisterDeviceDto, RemoveDeviceDto } from './devices.dto.js';
import { DevicesService } from './devices.service.js';

@Controller()
export class DevicesController {
  constructor(private readonly devicesService: DevicesService) {}

  @Post('register_client_device')
  @HttpCode(200)
  async register(
    @CurrentActor() actor: Actor,
    @Input() { device_id: deviceId, ...labels }: RegisterDeviceDto,
  ): Promise<ResponseOf<'register-client-device'>> {
    if (deviceId === undefined) return { device_id: await this.devicesService.add(actor, labels) };
    await this.devicesService.refresh(actor, deviceId, labels);
    return { device_id: deviceId };
  }

  @Post('remove_client_device')
  @HttpCode(200)
  async remove(
    @CurrentActor() actor: Actor,
    @Input() { device_id: deviceId }: RemoveDeviceDto,
  ): Promise<ResponseOf<'remove-client-device'>> {
    await this.devicesService.remove(actor, deviceId);
  }
}
