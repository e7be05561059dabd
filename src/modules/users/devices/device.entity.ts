import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A device on which a user is logged in, as described by its client; null for unknown values. */
@Entity('client_devices')
@Index('client_devices_user_id', ['userId', 'id'])
export class DeviceEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('users')
  @Column('integer')
  userId!: number;

  @Column('text', { nullable: true })
  deviceName!: string | null;

  @Column('text', { nullable: true })
  deviceKind!: string | null;

  @Column('text', { nullable: true })
  platform!: string | null;

  @Column('text', { nullable: true })
  osName!: string | null;

  @Column('text', { nullable: true })
  osVersion!: string | null;

  @Column('text', { nullable: true })
  clientName!: string | null;

  @Column('text', { nullable: true })
  clientVersion!: string | null;

  @Column('text', { nullable: true })
  browserName!: string | null;

  @Column('timestamptz')
  createdAt!: Date;

  /** The time of the last registration or update by the client. */
  @Column('timestamptz')
  lastSeenAt!: Date;
}
