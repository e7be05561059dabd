import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A count of the rate limiter, in the form of rate-limiter-flexible. The table is not logged. */
@Entity('rate_limits')
export class RateLimitEntity {
  @PrimaryColumn('text')
  key!: string;

  @Column('integer')
  points!: number;

  /** End of the time of the count, in milliseconds since 1970. */
  @Column('bigint', { nullable: true })
  expire!: number | null;
}
