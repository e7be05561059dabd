import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { lockRow } from '#platform/database/lock-row.js';
import { DeviceEntity } from './device.entity.js';

/** The description of a device by its client. Undefined labels are left unchanged. */
export type DeviceLabels = Partial<
  Omit<DeviceEntity, 'id' | 'userId' | 'createdAt' | 'lastSeenAt'>
>;

@Injectable()
export class DevicesRepository {
  constructor(
    @InjectRepository(DeviceEntity) private readonly devices: Repository<DeviceEntity>,
    private readonly database: Database,
  ) {}

  /** Oldest first. Part of the register snapshot. */
  async findIds(userId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM client_devices WHERE user_id = $1 ORDER BY id`,
      [userId],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }

  /** As findIds, and keeps other transactions from adding devices of the user. */
  async findIdsForUpdate(userId: number): Promise<number[]> {
    await lockRow(this.database, 'users', userId);
    return this.findIds(userId);
  }

  async insert(userId: number, labels: DeviceLabels, now: Date): Promise<number> {
    const device = this.devices.create({ ...labels, userId, createdAt: now, lastSeenAt: now });
    await this.devices.insert(device);
    return device.id;
  }

  /** Returns whether the user has the device. */
  async update(userId: number, id: number, labels: DeviceLabels, now: Date): Promise<boolean> {
    const { affected } = await this.devices.update({ userId, id }, { ...labels, lastSeenAt: now });
    return affected === 1;
  }

  /** Returns whether the user had the device. */
  async delete(userId: number, id: number): Promise<boolean> {
    const { affected } = await this.devices.delete({ userId, id });
    return affected === 1;
  }
}
