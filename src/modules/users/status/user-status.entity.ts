import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who says nothing has no row; what is not said is empty. */
@Entity('user_statuses')
export class UserStatusEntity {
  @PrimaryColumn('integer', { name: 'user_id' })
  userId!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('text', { name: 'status_text' })
  statusText!: string;

  @Column('text', { name: 'emoji_name' })
  emojiName!: string;

  @Column('text', { name: 'emoji_code' })
  emojiCode!: string;

  @Column('text', { name: 'reaction_type' })
  reactionType!: string;
}
