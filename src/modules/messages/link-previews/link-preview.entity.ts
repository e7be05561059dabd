import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The Open Graph data of a web page; pages without an image have no preview. */
@Entity('link_previews')
@Index('link_previews_fetched_at', ['fetchedAt'])
export class LinkPreviewEntity {
  @ForeignKey('realms')
  @PrimaryColumn('integer')
  realmId!: number;

  @PrimaryColumn('text')
  url!: string;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  @Column('text')
  image!: string;

  @Column('timestamptz')
  fetchedAt!: Date;
}
