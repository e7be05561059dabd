// The SMTP transport to the mail server of SMTP_URL.
import nodemailer, { type Transporter } from 'nodemailer';

const TIMEOUT_MS = 20_000;

/** Connections are opened on demand and pooled. */
export function createTransport(smtpUrl: string): Transporter {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const auth = {
    user: decodeURIComponent(url.username),
    pass: decodeURIComponent(url.password),
  };
  return nodemailer.createTransport({
    pool: true,
    maxConnections: 2,
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    ...(auth.user === '' ? {} : { auth }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
}
