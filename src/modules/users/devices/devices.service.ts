// The devices on which a user is logged in, as registered by their clients. A device of another user is
// treated as if it did not exist.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { deviceEvent } from './devices.events.js';
import { type DeviceLabels, DevicesRepository } from './devices.repository.js';

const MAX_DEVICES = 500;

@Injectable()
export class DevicesService {
  constructor(
    private readonly devicesRepository: DevicesRepository,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Returns the id of the new device. */
  async add(actor: Actor, labels: DeviceLabels): Promise<number> {
    return this.database.transaction(async () => {
      const existing = await this.devicesRepository.findIdsForUpdate(actor.userId);
      if (existing.length >= MAX_DEVICES) {
        throw ApiError.badRequest(`There can be at most ${MAX_DEVICES} devices`);
      }
      const id = await this.devicesRepository.insert(actor.userId, labels, this.clock.now());
      this.publish(actor, 'add', id);
      return id;
    });
  }

  async refresh(actor: Actor, id: number, labels: DeviceLabels): Promise<void> {
    const now = this.clock.now();
    if (!(await this.devicesRepository.update(actor.userId, id, labels, now))) throw noSuchDevice();
  }

  async remove(actor: Actor, id: number): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.devicesRepository.delete(actor.userId, id))) throw noSuchDevice();
      this.publish(actor, 'remove', id);
    });
  }

  private publish({ realmId, userId }: Actor, op: 'add' | 'remove', id: number): void {
    this.eventLog.append(deviceEvent(realmId, { op, device_id: id }, Audience.user(userId)));
  }
}

function noSuchDevice(): ApiError {
  return ApiError.badRequest('You have no such device');
}
