// The one door to PostgreSQL. A transaction lives in AsyncLocalStorage: everything that is called
// inside `transaction` joins it, nested calls included, so nobody passes a connection around.
// Work registered for before and after the commit runs exactly once, and only if it commits.
import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Writable } from 'node:stream';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { PinoLogger } from 'nestjs-pino';
import { DataSource, type QueryRunner } from 'typeorm';
import { randomFraction } from '#platform/crypto.js';

interface TransactionScope {
  runner: QueryRunner;
  isSnapshot: boolean;
  client: PoolClient;
  beforeCommit: (() => Promise<void>)[];
  /** The work itself is done; what runs is registered for before the commit. */
  ending: boolean;
  afterCommit: (() => void)[];
  /** The COMMIT, once it is on its way. */
  commit: Promise<QueryResult> | undefined;
  /** Others may have the connection by now: what the work still does must not get there. */
  isRolledBack: boolean;
}

export interface TransactionOptions {
  /** `snapshot`: every statement sees the same moment (REPEATABLE READ). */
  isolation?: 'read committed' | 'snapshot';
  /** Answer before the commit is on disk; only for data that may be lost in a crash. */
  fireAndForget?: boolean;
  /** Let statements take longer than a request may; for work that nobody waits for. */
  withoutTimeLimit?: boolean;
  /**
   * Plan each prepared statement once for each connection, not anew for the values given: for
   * statements whose plan does not depend on them. Planning can cost more than such a statement.
   */
  plannedOnce?: boolean;
}

export interface QueryOptions {
  /** Keep the parsed statement on the connection: for hot statements with a fixed text. */
  prepare?: boolean;
  /**
   * In work before the commit: nothing follows, so the COMMIT is sent along with the statement
   * instead of after its answer. Locks that the statement takes are held that much shorter.
   */
  last?: boolean;
}

const RETRYABLE = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 4;
const RETRY_MS = 10;

@Injectable()
export class Database {
  private readonly scopes = new AsyncLocalStorage<TransactionScope>();
  private readonly pool: Pool;
  private readonly statementNames = new Map<string, string>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly logger: PinoLogger,
  ) {
    this.pool = (dataSource.driver as unknown as { master: Pool }).master;
    // The manager of the data source, and thus every injected Repository, looks here for the
    // connection of each statement.
    Object.defineProperty(dataSource.manager, 'queryRunner', {
      get: () => this.usableScope()?.runner,
    });
  }

  get inTransaction(): boolean {
    return this.scopes.getStore() !== undefined;
  }

  /** Whether every statement sees the moment of the first one. */
  get inSnapshot(): boolean {
    return this.scopes.getStore()?.isSnapshot === true;
  }

  /** Runs one parametrised statement in the present transaction, else on any connection. */
  async query<Row extends object>(
    text: string,
    values: unknown[] = [],
    options: QueryOptions = {},
  ): Promise<Row[]> {
    const scope = this.usableScope();
    const statement = options.prepare
      ? { name: this.statementName(text), text, values }
      : { text, values };
    const isLast = options.last && scope?.ending && scope.beforeCommit.length === 0;
    const sent = isLast
      ? sendWithCommit<Row>(scope, statement)
      : (scope?.client ?? this.pool).query<Row>(statement);
    return (await sent).rows;
  }

  /**
   * Runs `work` in a transaction and commits. A deadlock or a serialization failure starts it
   * again, so `work` must have no effect outside the database.
   */
  async transaction<T>(work: () => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    if (this.inTransaction) return work();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work, options);
      } catch (error) {
        const retryable = RETRYABLE.has((error as { code?: string }).code ?? '');
        if (!retryable || attempt === MAX_ATTEMPTS) throw error;
        await delay(attempt * RETRY_MS * (0.5 + randomFraction()));
      }
    }
  }

  /** `work` as a part of the present transaction, wherever it is called from. */
  bindToTransaction<T>(work: () => T): () => T {
    const scope = this.scope();
    return () => this.scopes.run(scope, work);
  }

  /** Identifies the present transaction, for what must be kept beside it. Throws outside one. */
  get transactionKey(): object {
    return this.scope();
  }

  /** Registers work for the end of the present transaction, when all its other writes are done. */
  beforeCommit(work: () => Promise<void>): void {
    this.scope().beforeCommit.push(work);
  }

  /** Registers work that follows from the commit of the present transaction. It must not throw. */
  afterCommit(work: () => void): void {
    this.scope().afterCommit.push(work);
  }

  /** The present transaction, if any. Throws when it has ended. */
  private usableScope(): TransactionScope | undefined {
    const scope = this.scopes.getStore();
    if (scope?.commit) throw new Error('The transaction is already committed');
    if (scope?.isRolledBack) throw new Error('The transaction is already rolled back');
    return scope;
  }

  private scope(): TransactionScope {
    const scope = this.scopes.getStore();
    if (!scope) throw new Error('This must be called inside Database.transaction');
    return scope;
  }

  private async attempt<T>(work: () => Promise<T>, options: TransactionOptions): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      const scope: TransactionScope = {
        runner,
        isSnapshot: options.isolation === 'snapshot',
        client,
        beforeCommit: [],
        ending: false,
        afterCommit: [],
        commit: undefined,
        isRolledBack: false,
      };
      // So that TypeORM's own writes join the transaction instead of beginning another.
      (runner as { isTransactionActive: boolean }).isTransactionActive = true;
      // Not waited for: it travels with the first statement of the work.
      const begun = client.query(begin(options));
      begun.catch(() => undefined);
      let result: T;
      try {
        result = await this.scopes.run(scope, async () => {
          const value = await work();
          scope.ending = true;
          for (let last = scope.beforeCommit.shift(); last; last = scope.beforeCommit.shift()) {
            await last();
          }
          return value;
        });
        await begun;
        const { command } = await (scope.commit ?? sendCommit(scope));
        // PostgreSQL's answer when a statement failed and the work went on as if it had not.
        if (command !== 'COMMIT') throw new Error('The transaction was rolled back');
      } catch (error) {
        await this.rollBack(scope);
        throw error;
      }
      for (const follow of scope.afterCommit) follow();
      return result;
    } finally {
      await runner.release();
    }
  }

  private async rollBack(scope: TransactionScope): Promise<void> {
    const { client, commit } = scope;
    scope.isRolledBack = true;
    try {
      await commit?.catch(() => undefined);
      await client.query('ROLLBACK');
    } catch (error) {
      this.logger.warn({ err: error }, 'Rolling back failed; the connection is lost');
    }
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

function begin(options: TransactionOptions): string {
  return [
    `BEGIN${options.isolation === 'snapshot' ? ' ISOLATION LEVEL REPEATABLE READ' : ''}`,
    ...(options.fireAndForget ? ['SET LOCAL synchronous_commit = off'] : []),
    ...(options.plannedOnce ? ['SET LOCAL plan_cache_mode = force_generic_plan'] : []),
    ...(options.withoutTimeLimit ? ['SET LOCAL statement_timeout = 0'] : []),
  ].join('; ');
}

/** By one system call, so that the server is woken once. */
function sendWithCommit<Row extends object>(
  scope: TransactionScope,
  statement: QueryConfig,
): Promise<QueryResult<Row>> {
  const { stream } = (scope.client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  try {
    const sent = scope.client.query<Row>(statement);
    void sendCommit(scope);
    return sent;
  } finally {
    stream.uncork();
  }
}

function sendCommit(scope: TransactionScope): Promise<QueryResult> {
  scope.commit = scope.client.query('COMMIT');
  scope.commit.catch(() => undefined);
  return scope.commit;
}
