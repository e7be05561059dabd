import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A device on which somebody is logged in, as its client describes it; null is what it did not say. */
@Entity('client_devices')
export class DeviceEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'user_id' })
  userId!: number;

  @Column('text', { name: 'device_name', nullable: true })
  deviceName!: string | null;

  @Column('text', { name: 'device_kind', nullable: true })
  deviceKind!: string | null;

  @Column('text', { nullable: true })
  platform!: string | null;

  @Column('text', { name: 'os_name', nullable: true })
  osName!: string | null;

  @Column('text', { name: 'os_version', nullable: true })
  osVersion!: string | null;

  @Column('text', { name: 'client_name', nullable: true })
  clientName!: string | null;

  @Column('text', { name: 'client_version', nullable: true })
  clientVersion!: string | null;

  @Column('text', { name: 'browser_name', nullable: true })
  browserName!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** When it was last described. */
  @Column('timestamptz', { name: 'last_seen_at' })
  lastSeenAt!: Date;
}
