// The configuration of a process, read once from environment variables and injected where needed.
// Nothing else reads the environment.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StartupError } from '#platform/startup-error.js';
import { readEnvironment } from './environment.js';
import { type MailInConfig, mailInConfig } from './mail-in.js';
import { type S3Config, s3Config } from './s3.js';
import { type SignInConfig, signInConfig } from './sign-in.js';
import { type SipConfig, sipConfig, type TurnConfig, turnConfig } from './sip.js';
import { type VideoCallsConfig, videoCallsConfig } from './video-calls.js';
import { parseWorkerQueues, type WorkerQueue } from './worker-queues.js';

export type ProcessRole = 'all' | 'api' | 'worker' | 'mail' | 'admin';

export class Config {
  readonly role: ProcessRole;
  readonly port: number;
  readonly host: string;
  /** Absolute path of the directory for all files of this server. */
  readonly dataDir: string;
  /** Public URL of the server; its host is that of the root organization. */
  readonly externalUrl: URL;
  readonly databaseUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly redisUrl: string | undefined;
  /** Undefined: no mail is sent. */
  readonly smtpUrl: string | undefined;
  /** The sender of all mail. */
  readonly mailFrom: string;
  readonly mailIn: MailInConfig;
  readonly invitations: { validMinutes: number; perDay: number };
  /** If undefined, files are stored in DATA_DIR. */
  readonly s3: S3Config | undefined;
  readonly uploads: {
    maxFileMebibytes: number;
    /** The quota of organizations without their own; null for no limit. */
    quotaMebibytes: number | null;
  };
  readonly calls: { ringSeconds: number; maxParticipants: number; maxHours: number };
  readonly secretKey: string;
  /** Login methods other than passwords. */
  readonly signIn: SignInConfig;
  readonly sip: SipConfig;
  /** If undefined, clients get no TURN servers. */
  readonly turn: TurnConfig | undefined;
  readonly videoCalls: VideoCallsConfig;
  readonly rateLimits: 'on' | 'off';
  readonly logLevel: string;
  readonly trustProxy: string | number;
  /** Private networks to which requests for user-provided URLs may go. */
  readonly outgoingNetworks: string[];
  readonly workerQueues: WorkerQueue[];
  readonly workerConcurrency: number;
  /** Undefined: a worker process answers no HTTP. */
  readonly workerPort: number | undefined;
  /** Undefined: the metrics are public. */
  readonly metricsToken: string | undefined;
  /** Empty: clients do not search there. */
  readonly gifKeys: { giphy: string; tenor: string; klipy: string };
  readonly owner: { email: string; password: string | undefined; fullName: string };
  readonly realmName: string;

  /** Throws a StartupError for the first invalid value. */
  constructor(role: ProcessRole, source: NodeJS.ProcessEnv) {
    const environment = readEnvironment(source);
    this.role = role;
    this.port = environment.PORT;
    this.host = environment.HOST;
    this.dataDir = resolve(environment.DATA_DIR);
    this.externalUrl = new URL(environment.EXTERNAL_URL ?? `http://localhost:${this.port}`);
    this.databaseUrl = environment.DATABASE_URL;
    this.databasePoolSize = environment.DATABASE_POOL_SIZE;
    this.redisUrl = environment.REDIS_URL;
    this.smtpUrl = environment.SMTP_URL;
    this.mailFrom = environment.MAIL_FROM ?? `noreply@${this.externalUrl.hostname}`;
    this.mailIn = mailInConfig(environment);
    this.invitations = {
      validMinutes: environment.INVITATION_LINK_VALIDITY_MINUTES,
      perDay: environment.INVITATIONS_PER_DAY,
    };
    this.s3 = s3Config(environment);
    this.uploads = {
      maxFileMebibytes: environment.MAX_FILE_UPLOAD_SIZE_MIB,
      quotaMebibytes: environment.REALM_UPLOAD_QUOTA_MIB ?? null,
    };
    this.calls = {
      ringSeconds: environment.CALL_RING_SECONDS,
      maxParticipants: environment.CALL_MAX_PARTICIPANTS,
      maxHours: environment.CALL_MAX_HOURS,
    };
    this.signIn = signInConfig(environment);
    this.sip = sipConfig(environment, this.externalUrl);
    this.turn = turnConfig(environment);
    this.videoCalls = videoCallsConfig(environment);
    this.rateLimits = environment.RATE_LIMITS;
    this.logLevel = environment.LOG_LEVEL;
    this.trustProxy = /^\d+$/.test(environment.TRUST_PROXY)
      ? Number(environment.TRUST_PROXY)
      : environment.TRUST_PROXY;
    this.outgoingNetworks = environment.OUTGOING_NETWORKS.split(',')
      .map((network) => network.trim())
      .filter((network) => network !== '');
    this.workerQueues = parseWorkerQueues(environment.WORKER_QUEUES);
    this.workerConcurrency = environment.WORKER_CONCURRENCY;
    this.workerPort = environment.WORKER_PORT;
    this.metricsToken = environment.METRICS_TOKEN;
    this.gifKeys = {
      giphy: environment.GIPHY_API_KEY,
      tenor: environment.TENOR_API_KEY,
      klipy: environment.KLIPY_API_KEY,
    };
    this.owner = {
      email: environment.OWNER_EMAIL,
      password: environment.OWNER_PASSWORD,
      fullName: environment.OWNER_FULL_NAME,
    };
    this.realmName = environment.REALM_NAME;
    if (role === 'mail' && this.mailIn.port === undefined) {
      throw new StartupError('MAIL_IN_PORT must be set to run the mail process');
    }
    if (isSeparate(role) && !this.databaseUrl) {
      throw new StartupError(
        `DATABASE_URL must be set to run the ${role} process alone (npm start runs everything with an embedded database)`,
      );
    }
    this.secretKey = environment.SECRET_KEY ?? this.storedSecretKey();
  }

  /** The key of a single-process server: generated at the first start and stored in DATA_DIR. */
  private storedSecretKey(): string {
    if (isSeparate(this.role)) {
      throw new StartupError(
        `SECRET_KEY must be set to the same value for every process of this server (generate one with: openssl rand -base64 33)`,
      );
    }
    const path = join(this.dataDir, 'secret-key');
    try {
      makeDirectory(this.dataDir);
      try {
        writeFileSync(path, randomBytes(33).toString('base64'), { flag: 'wx', mode: 0o600 });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      return readFileSync(path, 'utf8').trim();
    } catch (error) {
      throw new StartupError(
        `DATA_DIR ${this.dataDir} cannot be used (${(error as Error).message}). Set DATA_DIR to another directory.`,
      );
    }
  }
}

/** Whether the process shares a database and a secret key with others. */
function isSeparate(role: ProcessRole): boolean {
  return role === 'api' || role === 'worker' || role === 'mail';
}

/** Does not use `recursive: true`, with which Node never returns for paths such as /proc/x. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
