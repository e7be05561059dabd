import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An emoji of an organization. Never deleted, since reactions and messages may show it. */
@Entity('realm_emoji')
export class CustomEmojiEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('integer', { name: 'author_id', nullable: true })
  authorId!: number | null;

  @Column('text')
  name!: string;

  @Column('text', { name: 'file_name' })
  fileName!: string;

  /** The first frame of an animated one. */
  @Column('text', { name: 'still_file_name', nullable: true })
  stillFileName!: string | null;

  @Column('boolean', { name: 'is_deactivated', default: false })
  isDeactivated!: boolean;
}
