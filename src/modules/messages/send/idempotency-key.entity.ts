import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An idempotency key under which a message was sent. */
@Entity('message_idempotency_keys')
@Index('message_idempotency_keys_date', ['dateSent'], { type: 'brin' })
export class IdempotencyKeyEntity {
  @PrimaryColumn('integer')
  senderId!: number;

  /** SHA-256 of the key, the recipient, the topic and the content. */
  @PrimaryColumn('bytea')
  keyHash!: Buffer;

  @Column('bigint')
  messageId!: number;

  @Column('timestamptz')
  dateSent!: Date;
}
