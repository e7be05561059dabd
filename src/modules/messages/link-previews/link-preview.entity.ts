import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a web page says of itself; without a picture there is nothing to show. */
@Entity('link_previews')
export class LinkPreviewEntity {
  @PrimaryColumn('integer', { name: 'realm_id' })
  realmId!: number;

  @PrimaryColumn('text')
  url!: string;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  @Column('text')
  image!: string;

  @Column('timestamptz', { name: 'fetched_at' })
  fetchedAt!: Date;
}
