// The environment variables of Parley with their checks and defaults. An invalid value ends the start
// with one line that names the variable.
import { plainToInstance, Transform } from 'class-transformer';
import {
  IsEmail,
  IsFQDN,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  validateSync,
} from 'class-validator';
import ipaddr from 'ipaddr.js';
import { StartupError } from '#platform/startup-error.js';
import { WORKER_QUEUES } from './worker-queues.js';

const PROXY = String.raw`(loopback|linklocal|uniquelocal|[0-9a-fA-F.:]+(/\d{1,3})?)`;
const TRUSTED_PROXIES = new RegExp(`^(\\d{1,2}|${PROXY}(, ?${PROXY})*)$`);

const HOST_NAME =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
/** A SIP URI without a user part, because a registrar is a host. */
const REGISTRAR = /^sips?:[a-z0-9.-]+(:\d{1,5})?(;[a-z0-9=;.-]+)?$/i;

const LDAP_ATTRIBUTE = /^[A-Za-z][A-Za-z0-9-]*$/;

/** Converts a decimal integer; other text is left for the check to reject. */
const ToInteger = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }): unknown =>
    typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
  );

const IsUrlOf = (...schemes: string[]): PropertyDecorator =>
  ValidateBy({
    name: 'isUrlOf',
    validator: {
      validate: (value: unknown) => {
        if (typeof value !== 'string' || !URL.canParse(value)) return false;
        return schemes.includes(new URL(value).protocol.slice(0, -1));
      },
      defaultMessage: () =>
        `must be a URL that starts with ${schemes.map((s) => `${s}://`).join(' or ')}`,
    },
  });

/** Nothing may follow the host: clients and links would lose it. */
const IsOrigin = (): PropertyDecorator =>
  ValidateBy({
    name: 'isOrigin',
    validator: {
      validate: (value: unknown) => {
        if (typeof value !== 'string' || !URL.canParse(value)) return false;
        const { origin, href } = new URL(value);
        return href === `${origin}/` && !/[?#]$/.test(value);
      },
      defaultMessage: () =>
        'must be a scheme and a host, with nothing after them ("https://chat.example.com")',
    },
  });

const IsNetworks = (): PropertyDecorator =>
  ValidateBy({
    name: 'isNetworks',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' &&
        value.split(',').every((part) => part.trim() === '' || ipaddr.isValidCIDR(part.trim())),
      defaultMessage: () => 'must be a comma-separated list of networks ("10.0.0.0/8, fd00::/8")',
    },
  });

export class Environment {
  @ToInteger()
  @IsInt({ message: 'must be a port number' })
  @Min(0, { message: 'must be a port number from 0 to 65535' })
  @Max(65535, { message: 'must be a port number from 0 to 65535' })
  PORT: number = 8080;

  @IsString()
  HOST: string = '127.0.0.1';

  @IsString()
  DATA_DIR: string = './var';

  @IsOptional()
  @IsUrlOf('http', 'https')
  @IsOrigin()
  EXTERNAL_URL?: string;

  @IsOptional()
  @IsUrlOf('postgres', 'postgresql')
  DATABASE_URL?: string;

  @ToInteger()
  @IsInt({ message: 'must be a number of connections from 3 to 1000' })
  @Min(3, { message: 'must be a number of connections from 3 to 1000' })
  @Max(1000, { message: 'must be a number of connections from 3 to 1000' })
  DATABASE_POOL_SIZE: number = 20;

  @IsOptional()
  @IsUrlOf('redis', 'rediss')
  REDIS_URL?: string;

  /** The bucket of an S3-compatible service for files; by default, files are stored in DATA_DIR. */
  @IsOptional()
  @MaxLength(255, { message: 'must have at most 255 characters' })
  S3_BUCKET?: string;

  @IsOptional()
  @IsUrlOf('http', 'https')
  S3_ENDPOINT?: string;

  @IsString()
  S3_REGION: string = 'us-east-1';

  @IsOptional()
  @IsString()
  S3_ACCESS_KEY_ID?: string;

  @IsOptional()
  @IsString()
  S3_SECRET_ACCESS_KEY?: string;

  @IsIn(['on', 'off'], { message: 'must be "on" or "off"' })
  S3_FORCE_PATH_STYLE: 'on' | 'off' = 'off';

  @ToInteger()
  @IsInt({ message: 'must be a number of MiB from 1 to 10240' })
  @Min(1, { message: 'must be a number of MiB from 1 to 10240' })
  @Max(10_240, { message: 'must be a number of MiB from 1 to 10240' })
  MAX_FILE_UPLOAD_SIZE_MIB: number = 100;

  /** The upload quota of an organization; unlimited by default. */
  @IsOptional()
  @ToInteger()
  @IsInt({ message: 'must be a number of MiB from 0 to 1000000000' })
  @Min(0, { message: 'must be a number of MiB from 0 to 1000000000' })
  @Max(1_000_000_000, { message: 'must be a number of MiB from 0 to 1000000000' })
  REALM_UPLOAD_QUOTA_MIB?: number;

  @IsOptional()
  @MinLength(32, {
    message: 'must have at least 32 characters (generate one with: openssl rand -base64 33)',
  })
  SECRET_KEY?: string;

  /** The mail server: smtp://user:password@host:port, or smtps:// for implicit TLS. */
  @IsOptional()
  @IsUrlOf('smtp', 'smtps')
  SMTP_URL?: string;

  @IsOptional()
  @IsEmail(
    { require_tld: false, allow_display_name: true },
    { message: 'must be an email address' },
  )
  MAIL_FROM?: string;

  /** The domain of the addresses to which mail can be sent. */
  @IsOptional()
  @IsFQDN({ require_tld: false }, { message: 'must be a domain name' })
  MAIL_IN_DOMAIN?: string;

  MAIL_IN_HOST: string = '0.0.0.0';

  @IsOptional()
  @ToInteger()
  @IsInt({ message: 'must be a port number' })
  @Min(0, { message: 'must be a port number from 0 to 65535' })
  @Max(65535, { message: 'must be a port number from 0 to 65535' })
  MAIL_IN_PORT?: number;

  @IsOptional()
  MAIL_IN_TLS_CERT_FILE?: string;

  @IsOptional()
  MAIL_IN_TLS_KEY_FILE?: string;

  /** Size limit of one incoming mail, with its attachments as they are encoded in mail. */
  @ToInteger()
  @IsInt({ message: 'must be a number of MiB from 1 to 100' })
  @Min(1, { message: 'must be a number of MiB from 1 to 100' })
  @Max(100, { message: 'must be a number of MiB from 1 to 100' })
  MAIL_IN_MAX_SIZE_MIB: number = 25;

  /** Default validity of invitations: ten days. */
  @ToInteger()
  @IsInt({ message: 'must be a number of minutes from 1 to 5256000 (ten years)' })
  @Min(1, { message: 'must be a number of minutes from 1 to 5256000 (ten years)' })
  @Max(5_256_000, { message: 'must be a number of minutes from 1 to 5256000 (ten years)' })
  INVITATION_LINK_VALIDITY_MINUTES: number = 14_400;

  /** Invitation emails that one organization may send in a day. */
  @ToInteger()
  @IsInt({ message: 'must be a number of emails from 0 to 1000000' })
  @Min(0, { message: 'must be a number of emails from 0 to 1000000' })
  @Max(1_000_000, { message: 'must be a number of emails from 0 to 1000000' })
  INVITATIONS_PER_DAY: number = 500;

  /** How long a call rings. */
  @ToInteger()
  @IsInt({ message: 'must be a number of seconds from 1 to 600' })
  @Min(1, { message: 'must be a number of seconds from 1 to 600' })
  @Max(600, { message: 'must be a number of seconds from 1 to 600' })
  CALL_RING_SECONDS: number = 45;

  @ToInteger()
  @IsInt({ message: 'must be a number of participants from 2 to 500' })
  @Min(2, { message: 'must be a number of participants from 2 to 500' })
  @Max(500, { message: 'must be a number of participants from 2 to 500' })
  CALL_MAX_PARTICIPANTS: number = 200;

  /** Calls are ended after this time. */
  @ToInteger()
  @IsInt({ message: 'must be a number of hours from 1 to 168' })
  @Min(1, { message: 'must be a number of hours from 1 to 168' })
  @Max(168, { message: 'must be a number of hours from 1 to 168' })
  CALL_MAX_HOURS: number = 12;

  /** The LDAP server for logins: ldap://host:port, or ldaps:// for implicit TLS. */
  @IsOptional()
  @IsUrlOf('ldap', 'ldaps')
  LDAP_URL?: string;

  @IsIn(['on', 'off'], { message: 'must be "on" or "off"' })
  LDAP_STARTTLS: 'on' | 'off' = 'off';

  @IsOptional()
  @IsString()
  LDAP_BIND_DN?: string;

  @IsOptional()
  @IsString()
  LDAP_BIND_PASSWORD?: string;

  @IsOptional()
  @IsString()
  LDAP_SEARCH_BASE?: string;

  @Matches(/^\(.*\{username\}.*\)$/, { message: 'must be a filter that contains {username}' })
  LDAP_USER_FILTER: string = '(|(mail={username})(uid={username}))';

  @Matches(LDAP_ATTRIBUTE, { message: 'must be the name of an attribute' })
  LDAP_EMAIL_ATTRIBUTE: string = 'mail';

  @Matches(LDAP_ATTRIBUTE, { message: 'must be the name of an attribute' })
  LDAP_NAME_ATTRIBUTE: string = 'cn';

  @Matches(/^\(.*\{dn\}.*\)$/, { message: 'must be a filter that contains {dn}' })
  LDAP_GROUP_FILTER: string = '(|(member={dn})(uniqueMember={dn}))';

  @IsOptional()
  @IsString()
  LDAP_REQUIRED_GROUP?: string;

  @IsOptional()
  @IsString()
  LDAP_ROLES?: string;

  @IsOptional()
  @IsString()
  LDAP_GROUPS?: string;

  @IsOptional()
  @IsString()
  LDAP_PROFILE_FIELDS?: string;

  @IsIn(['on', 'off'], { message: 'must be "on" or "off"' })
  LDAP_CREATE_ACCOUNTS: 'on' | 'off' = 'off';

  /** Keys of programs that sign login tokens, as `organization=secret,…`. */
  @IsOptional()
  @IsString()
  JWT_KEYS?: string;

  @IsOptional()
  @IsUrlOf('https', 'http')
  OIDC_ISSUER?: string;

  @IsOptional()
  @IsString()
  OIDC_CLIENT_ID?: string;

  @IsOptional()
  @IsString()
  OIDC_CLIENT_SECRET?: string;

  @MaxLength(40, { message: 'must have at most 40 characters' })
  OIDC_NAME: string = 'Single sign-on';

  @IsOptional()
  @IsUrlOf('https', 'http')
  OIDC_ICON?: string;

  @IsIn(['on', 'off'], { message: 'must be "on" or "off"' })
  OIDC_CREATE_ACCOUNTS: 'on' | 'off' = 'off';

  /** Allows logging in as any user without a password: for development only. */
  @IsIn(['on', 'off'], { message: 'must be "on" or "off"' })
  DEVELOPMENT_LOGIN: 'on' | 'off' = 'off';

  /** The host of SIP identities; by default, the host of EXTERNAL_URL. */
  @IsOptional()
  @Matches(HOST_NAME, { message: 'must be a host name ("sip.example.com")' })
  SIP_DOMAIN?: string;

  @IsOptional()
  @Matches(REGISTRAR, { message: 'must be a SIP URI with a host ("sip:sip.example.com:5060")' })
  SIP_REGISTRAR?: string;

  /** TURN servers, as a comma-separated list of turn: and turns: URLs. */
  @IsOptional()
  @IsString()
  TURN_URLS?: string;

  /** The secret that TURN servers share with Parley (`static-auth-secret` of coturn). */
  @IsOptional()
  @MinLength(16, { message: 'must have at least 16 characters' })
  TURN_SECRET?: string;

  /** The OAuth app with which users connect their Zoom accounts; with an account id, a server-to-server app. */
  @IsOptional()
  @IsString()
  ZOOM_CLIENT_ID?: string;

  @IsOptional()
  @IsString()
  ZOOM_CLIENT_SECRET?: string;

  @IsOptional()
  @IsString()
  ZOOM_ACCOUNT_ID?: string;

  @IsUrlOf('https', 'http')
  ZOOM_URL: string = 'https://zoom.us';

  @IsUrlOf('https', 'http')
  ZOOM_API_URL: string = 'https://api.zoom.us';

  @IsOptional()
  @IsString()
  WEBEX_CLIENT_ID?: string;

  @IsOptional()
  @IsString()
  WEBEX_CLIENT_SECRET?: string;

  @IsUrlOf('https', 'http')
  WEBEX_API_URL: string = 'https://webexapis.com';

  @IsOptional()
  @IsUrlOf('https', 'http')
  BIG_BLUE_BUTTON_URL?: string;

  @IsOptional()
  @IsString()
  BIG_BLUE_BUTTON_SECRET?: string;

  @IsOptional()
  @IsUrlOf('https', 'http')
  CONSTRUCTOR_GROUPS_URL?: string;

  @IsOptional()
  @IsString()
  CONSTRUCTOR_GROUPS_ACCESS_KEY?: string;

  @IsOptional()
  @IsString()
  CONSTRUCTOR_GROUPS_SECRET_KEY?: string;

  @IsOptional()
  @IsUrlOf('https', 'http')
  NEXTCLOUD_URL?: string;

  @IsOptional()
  @IsString()
  NEXTCLOUD_TALK_USERNAME?: string;

  @IsOptional()
  @IsString()
  NEXTCLOUD_TALK_PASSWORD?: string;

  @IsIn(['on', 'off'], { message: 'must be "on" or "off"' })
  RATE_LIMITS: 'on' | 'off' = 'on';

  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    message: 'must be one of fatal, error, warn, info, debug, trace, silent',
  })
  LOG_LEVEL: string = 'warn';

  /** Proxies that may set X-Forwarded-For: a number of hops, or a list of addresses as in Express. */
  @Matches(TRUSTED_PROXIES, {
    message: 'must be a number of hops, or a comma-separated list of addresses and "loopback"',
  })
  TRUST_PROXY: string = 'loopback';

  /** Private networks to which requests for user-provided URLs may go. */
  @IsNetworks()
  OUTGOING_NETWORKS: string = '';

  /** The queues that a worker serves (see worker-queues.ts). */
  @Matches(WORKER_QUEUES, {
    message: 'must be a comma-separated list of queues, such as "push:20,*"',
  })
  WORKER_QUEUES: string = '*';

  @ToInteger()
  @IsInt({ message: 'must be a number of jobs from 1 to 500' })
  @Min(1, { message: 'must be a number of jobs from 1 to 500' })
  @Max(500, { message: 'must be a number of jobs from 1 to 500' })
  WORKER_CONCURRENCY: number = 5;

  /** Port of a worker process for health checks and metrics; none by default. */
  @IsOptional()
  @ToInteger()
  @IsInt({ message: 'must be a port number' })
  @Min(0, { message: 'must be a port number from 0 to 65535' })
  @Max(65535, { message: 'must be a port number from 0 to 65535' })
  WORKER_PORT?: number;

  /** Required as a bearer token for /metrics; without it, anyone can read them. */
  @IsOptional()
  @MinLength(16, { message: 'must have at least 16 characters' })
  METRICS_TOKEN?: string;

  /** Keys of services that clients search for GIFs. Clients receive them. */
  @MaxLength(200, { message: 'must have at most 200 characters' })
  GIPHY_API_KEY: string = '';

  @MaxLength(200, { message: 'must have at most 200 characters' })
  TENOR_API_KEY: string = '';

  @MaxLength(200, { message: 'must have at most 200 characters' })
  KLIPY_API_KEY: string = '';

  @IsEmail({}, { message: 'must be an email address' })
  OWNER_EMAIL: string = 'owner@example.com';

  @IsOptional()
  @MinLength(8, { message: 'must have at least 8 characters' })
  @MaxLength(100, { message: 'must have at most 100 characters' })
  OWNER_PASSWORD?: string;

  @MinLength(2, { message: 'must have at least 2 characters' })
  @MaxLength(100, { message: 'must have at most 100 characters' })
  OWNER_FULL_NAME: string = 'Owner';

  @MinLength(1, { message: 'must not be empty' })
  @MaxLength(40, { message: 'must have at most 40 characters' })
  REALM_NAME: string = 'Parley';
}

/** The names of all variables. */
export const VARIABLES: readonly string[] = Object.keys(new Environment());

/** Throws a StartupError for the first variable with an invalid value. An empty value counts as unset. */
export function readEnvironment(source: NodeJS.ProcessEnv): Environment {
  const values = Object.fromEntries(
    VARIABLES.flatMap((name) => (source[name] ? [[name, source[name]]] : [])),
  );
  const environment = plainToInstance(Environment, values, { exposeDefaultValues: true });
  const [error] = validateSync(environment, { stopAtFirstError: true });
  if (error) {
    const [reason] = Object.values(error.constraints ?? {});
    const shown = /KEY|PASSWORD|SECRET|TOKEN|URL/.test(error.property)
      ? ''
      : ` (it is "${String(error.value)}")`;
    throw new StartupError(`${error.property} ${reason}${shown}`);
  }
  return environment;
}
