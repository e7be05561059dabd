import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A stream in a set of streams for new users. */
@Entity('default_stream_group_streams')
@Index('default_stream_group_streams_stream_id', ['streamId'])
export class DefaultStreamGroupStreamEntity {
  @ForeignKey('default_stream_groups')
  @PrimaryColumn('integer')
  groupId!: number;

  @ForeignKey('streams')
  @PrimaryColumn('integer')
  streamId!: number;
}
