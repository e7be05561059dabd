// The checks of `doctor` for the mail server that accepts mail of Parley, and for the server for incoming mail.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { Config } from '#config/config.js';
import { createTransport } from '#platform/mail/transport.js';
import { fail, type Finding, messageOf, ok, warn } from './finding.js';

const MAIL_IN_TIMEOUT_MS = 5000;

export async function examineMail(config: Config): Promise<Finding> {
  if (config.smtpUrl === undefined) return ok('mail', 'Not configured: no mail is sent');
  const { host } = new URL(config.smtpUrl);
  const transport = createTransport(config.smtpUrl);
  try {
    await transport.verify();
    return ok('mail', `${host} accepts mail; the sender is ${config.mailFrom}`);
  } catch (error) {
    return fail('mail', `${host}: ${messageOf(error)}`);
  } finally {
    transport.close();
  }
}

export async function examineMailIn({ mailIn, externalUrl }: Config): Promise<Finding> {
  const { port, host, tls, domain = externalUrl.hostname } = mailIn;
  if (port === undefined) return ok('mail-in', 'Not configured: no mail is received');
  try {
    if (tls)
      createSecureContext({
        cert: await readFile(tls.certificateFile),
        key: await readFile(tls.keyFile),
      });
  } catch (error) {
    return fail('mail-in', `The certificate cannot be used: ${messageOf(error)}`);
  }
  const address = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const socket = connect({ host: address, port, timeout: MAIL_IN_TIMEOUT_MS });
  try {
    const signal = AbortSignal.timeout(MAIL_IN_TIMEOUT_MS);
    const [banner] = (await once(socket, 'data', { signal })) as [Buffer];
    if (!banner.toString().startsWith('220 '))
      return fail('mail-in', `${address}:${port} is not an SMTP server`);
    const encryption = tls ? 'with STARTTLS' : 'without STARTTLS';
    return ok('mail-in', `${address}:${port} receives mail for ${domain} ${encryption}`);
  } catch (error) {
    const remedy = 'Run "npm start" or "npm run start:mail".';
    return warn('mail-in', `${address}:${port} cannot be reached (${messageOf(error)}). ${remedy}`);
  } finally {
    socket.destroy();
  }
}
