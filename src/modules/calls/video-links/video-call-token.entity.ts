import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export type TokenProvider = 'zoom' | 'webex';

/** The tokens of a connected account with a provider of video calls. */
@Entity('video_call_tokens')
@Index('video_call_tokens_realm_id', ['realmId'])
export class VideoCallTokenEntity {
  @ForeignKey('users')
  @PrimaryColumn('integer')
  userId!: number;

  @PrimaryColumn('text')
  provider!: TokenProvider;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  /** Access token, refresh token and expiry, sealed with SECRET_KEY. */
  @Column('bytea')
  sealedToken!: Buffer;
}
