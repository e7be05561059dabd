// The configuration of incoming mail: the addresses, and the SMTP server that receives mail for them.
import { StartupError } from '#platform/startup-error.js';
import type { Environment } from './environment.js';

export interface MailInConfig {
  /** The domain of the addresses, in lower case; undefined for the host of each organization. */
  domain: string | undefined;
  host: string;
  /** If undefined, no process listens. */
  port: number | undefined;
  /** PEM files of the certificate for STARTTLS, which is not offered without them. */
  tls: { certificateFile: string; keyFile: string } | undefined;
  maxMebibytes: number;
}

/** Throws a StartupError if one of the TLS files is missing. */
export function mailInConfig(environment: Environment): MailInConfig {
  const { MAIL_IN_TLS_CERT_FILE: certificateFile, MAIL_IN_TLS_KEY_FILE: keyFile } = environment;
  if ((certificateFile === undefined) !== (keyFile === undefined)) {
    throw new StartupError('MAIL_IN_TLS_CERT_FILE and MAIL_IN_TLS_KEY_FILE must be set together');
  }
  return {
    domain: environment.MAIL_IN_DOMAIN?.toLowerCase(),
    host: environment.MAIL_IN_HOST,
    port: environment.MAIL_IN_PORT,
    tls:
      certificateFile === undefined || keyFile === undefined
        ? undefined
        : { certificateFile, keyFile },
    maxMebibytes: environment.MAIL_IN_MAX_SIZE_MIB,
  };
}
