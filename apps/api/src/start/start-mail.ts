import path from 'node:path';
import { startEmbeddedMail } from '@postern/adapter-mail/embedded';
import { startMailFilter } from '@postern/adapter-mail/mail-filter-listener';
import { postfixDovecotBackend } from '@postern/adapter-mail/postfix-dovecot';
import type { Config } from '../config/config.ts';
import { mailDirectory, mailFilterDirectory, mailPlaces } from '../features/index.ts';
import type { Log } from '../runtime/log.ts';
import type { Stops } from './stops.ts';

type MailDeps = Parameters<typeof mailFilterDirectory>[0];

/** Postfix and Dovecot with the listener for their filter, or the embedded mail store. */
export async function startMail(config: Config, deps: MailDeps, log: Log, stops: Stops) {
  const { mailServers } = config;
  if (mailServers === null) {
    const mail = await startEmbeddedMail({
      dir: path.join(config.dataDir, 'mail'),
      host: '127.0.0.1',
      port: config.smtpPort,
      hostname: config.mailHostname,
      directory: mailDirectory(deps),
      log,
    });
    stops.push(() => mail.backend.close());
    return mail;
  }
  const { doveadmUrl: url, doveadmKey: apiKey, imap, storeDir, filterPort, filterToken: token } = mailServers;
  const filter = await startMailFilter({ port: filterPort, token, directory: mailFilterDirectory(deps), log });
  stops.push(() => filter.close());
  return { backend: postfixDovecotBackend({ apiKey, ...mailPlaces(deps.db, { url, imap, storeDir }) }), port: null };
}
