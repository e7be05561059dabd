import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A custom emoji of a realm. Rows are never deleted, since reactions and messages refer to them. */
@Entity('realm_emoji')
@Index('realm_emoji_realm', ['realmId'])
@Index('realm_emoji_author_id', ['authorId'])
@Index('realm_emoji_active_name', ['realmId', 'name'], {
  unique: true,
  where: 'NOT is_deactivated',
})
export class CustomEmojiEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @ForeignKey('users')
  @Column('integer', { nullable: true })
  authorId!: number | null;

  @Column('text')
  name!: string;

  /** A random name with an extension. */
  @Column('text')
  fileName!: string;

  /** File name of the first frame of an animated emoji; null for other emoji. */
  @Column('text', { nullable: true })
  stillFileName!: string | null;

  @Column('boolean', { default: false })
  isDeactivated!: boolean;
}
