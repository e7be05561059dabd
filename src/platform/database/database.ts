// The access to PostgreSQL. A transaction is an AsyncVariable: all code that is called inside
// `transaction` joins it, nested calls included, so no connection is passed around.
// Callbacks for before and after the commit run exactly once, and only if the transaction commits.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import pRetry from 'p-retry';
import type { Pool, PoolClient } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { AsyncVariable } from '#platform/async-variable.js';

export interface TransactionOptions {
  /** `snapshot`: all statements see the same state of the database (REPEATABLE READ). */
  isolation?: 'read committed' | 'snapshot';
  /** Returns before the commit is on disk: for data that may be lost in a crash. */
  fireAndForget?: boolean;
  /** Lifts the statement timeout of requests: for background work. */
  withoutTimeLimit?: boolean;
  /**
   * Uses generic plans for prepared statements, which are planned once for each connection instead of
   * for each set of values: for statements whose planning costs more than their execution.
   */
  genericPlans?: boolean;
}

export interface QueryOptions {
  /** Keeps the parsed statement on the connection: for frequent statements with a constant text. */
  prepare?: boolean;
}

/** The state of a transaction. */
interface TransactionScope {
  runner: QueryRunner;
  client: PoolClient;
  isSnapshot: boolean;
  beforeCommit: (() => Promise<void>)[];
  afterCommit: (() => void)[];
  /** Set before COMMIT or ROLLBACK is sent: no later statement may use the connection. */
  ended: 'committed' | 'rolled back' | undefined;
  /** The error of the first statement that failed. */
  failure: unknown;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const TRANSACTION_ABORTED = '25P02';
const RETRYABLE = new Set([SERIALIZATION_FAILURE, DEADLOCK_DETECTED]);
const RETRIES = { retries: 3, minTimeout: 5, randomize: true };

/** Thrown in a transaction that must be rolled back and repeated once `ready` has resolved. */
export class TransactionPostponed extends Error {
  constructor(readonly ready: () => Promise<void>) {
    super('The transaction has to be repeated');
  }
}

@Injectable()
export class Database {
  private readonly scope = new AsyncVariable<TransactionScope>();
  private readonly pool: Pool;
  private readonly statementNames = new Map<string, string>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly logger: PinoLogger,
  ) {
    this.pool = (dataSource.driver as unknown as { master: Pool }).master;
    // Makes the manager of the data source, and thus every injected Repository, use the connection of
    // the current transaction.
    Object.defineProperty(dataSource.manager, 'queryRunner', {
      get: () => this.usableScope()?.runner,
    });
  }

  /**
   * Runs `work` in a transaction and commits it; joins the current transaction if there is one. A
   * deadlock or serialization failure repeats `work`, which must therefore have no effects outside
   * the database.
   */
  async transaction<T>(work: () => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    if (this.inTransaction) return work();
    return pRetry(() => this.attempt(work, options), {
      ...RETRIES,
      shouldRetry: ({ error }) =>
        error instanceof TransactionPostponed || RETRYABLE.has(codeOf(error) ?? ''),
      shouldConsumeRetry: ({ error }) => !(error instanceof TransactionPostponed),
      onFailedAttempt: async ({ error }) => {
        if (error instanceof TransactionPostponed) await error.ready();
      },
    });
  }

  /**
   * Runs `work` while a connection of its own holds an advisory lock. The lock is lost when `work` takes
   * longer than the limit for idle transactions, so that a frozen process does not hold it.
   */
  async withLock<T>(key: number, subkey: number, work: () => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      await client.query('BEGIN');
      try {
        await client.query('SELECT pg_advisory_xact_lock($1, $2)', [key, subkey]);
        return await work();
      } finally {
        await client.query('COMMIT').catch(() => this.logger.warn('A lock was lost'));
      }
    } finally {
      await runner.release();
    }
  }

  /** Runs a parametrized statement in the current transaction, or else on any connection. */
  async query<Row extends object>(
    text: string,
    values: unknown[] = [],
    { prepare = false }: QueryOptions = {},
  ): Promise<Row[]> {
    const scope = this.usableScope();
    const name = prepare ? this.statementName(text) : undefined;
    try {
      const { rows } = await (scope?.client ?? this.pool).query<Row>({ name, text, values });
      return rows;
    } catch (error) {
      if (!scope) throw error;
      // After the first failure of several statements that were sent together, the errors of the others
      // do not say whether the transaction can be repeated.
      scope.failure ??= error;
      throw codeOf(error) === TRANSACTION_ABORTED ? scope.failure : error;
    }
  }

  /** Registers a callback that runs in the current transaction, after its work. */
  beforeCommit(callback: () => Promise<void>): void {
    this.requireScope().beforeCommit.push(callback);
  }

  /** Registers a callback that runs after the commit of the current transaction. It must not throw. */
  afterCommit(callback: () => void): void {
    this.requireScope().afterCommit.push(callback);
  }

  get inTransaction(): boolean {
    return this.scope.get() !== undefined;
  }

  /** Whether the current transaction has the isolation `snapshot`. */
  get inSnapshot(): boolean {
    return this.scope.get()?.isSnapshot === true;
  }

  /** Identifies the current transaction, for state that belongs to it. Throws outside one. */
  get transactionKey(): object {
    return this.requireScope();
  }

  /** Returns a function that runs `work` in the current transaction, regardless of its caller. */
  bindToTransaction<T>(work: () => T): () => T {
    const scope = this.requireScope();
    return () => this.scope.run(scope, work);
  }

  private async attempt<T>(work: () => Promise<T>, options: TransactionOptions): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const scope: TransactionScope = {
        runner,
        client: (await runner.connect()) as PoolClient,
        isSnapshot: options.isolation === 'snapshot',
        beforeCommit: [],
        afterCommit: [],
        ended: undefined,
        failure: undefined,
      };
      // Makes statements of TypeORM join the transaction instead of starting one.
      (runner as { isTransactionActive: boolean }).isTransactionActive = true;
      const result = await this.runAndCommit(scope, work, options);
      for (const callback of scope.afterCommit) callback();
      return result;
    } finally {
      await runner.release();
    }
  }

  private async runAndCommit<T>(
    scope: TransactionScope,
    work: () => Promise<T>,
    options: TransactionOptions,
  ): Promise<T> {
    // Not awaited: connections are in pipeline mode, so BEGIN is sent with the first statement.
    const begun = scope.client.query(beginStatement(options));
    begun.catch(() => undefined);
    try {
      const result = await this.scope.run(scope, async () => {
        const value = await work();
        // A callback may register further ones.
        for (const callback of scope.beforeCommit) await callback();
        return value;
      });
      await begun;
      scope.ended = 'committed';
      const { command } = await scope.client.query('COMMIT');
      // The answer is ROLLBACK when a statement failed and the work caught its error.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back');
      return result;
    } catch (error) {
      await this.rollBack(scope);
      throw error;
    }
  }

  private async rollBack(scope: TransactionScope): Promise<void> {
    scope.ended = 'rolled back';
    try {
      await scope.client.query('ROLLBACK');
    } catch (error) {
      this.logger.warn({ err: error }, 'ROLLBACK failed; the connection is lost');
    }
  }

  /** The current transaction, if any. Throws when it has ended. */
  private usableScope(): TransactionScope | undefined {
    const scope = this.scope.get();
    if (scope?.ended) throw new Error(`The transaction is already ${scope.ended}`);
    return scope;
  }

  private requireScope(): TransactionScope {
    const scope = this.scope.get();
    if (!scope) throw new Error('This must be called inside Database.transaction');
    return scope;
  }

  private statementName(text: string): string {
    let name = this.statementNames.get(text);
    if (!name) {
      name = `parley_${this.statementNames.size + 1}`;
      this.statementNames.set(text, name);
    }
    return name;
  }
}

function beginStatement(options: TransactionOptions): string {
  return [
    options.isolation === 'snapshot' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN',
    ...(options.fireAndForget ? ['SET LOCAL synchronous_commit = off'] : []),
    ...(options.genericPlans ? ['SET LOCAL plan_cache_mode = force_generic_plan'] : []),
    ...(options.withoutTimeLimit ? ['SET LOCAL statement_timeout = 0'] : []),
  ].join('; ');
}

/** The SQLSTATE of an error of PostgreSQL. */
function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
