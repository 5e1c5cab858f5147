import path from 'node:path';
import { IMAP_PORT } from '@postern/domain/mail-import';
import type { MailHosts } from '@postern/domain/client-setup';
import { hostOf, oneOf, portOf, type Settings, textOf, urlOf } from './setting-values.ts';

export type MailConfig = {
  mailHostname: string;
  /** The mail hosts for email apps, everywhere and in the EU region. */
  mailHosts: { everywhere: MailHosts; eu: MailHosts };
  /** Postfix and Dovecot, reached through Dovecot's doveadm service; null: the embedded mail store. */
  mailServers: {
    doveadmUrl: string;
    doveadmKey: string;
    /** Where the panel reaches Dovecot's IMAP, to import mail. */
    imap: { host: string; port: number };
    /** The mail folder on Dovecot's machine. */
    storeDir: string;
    /** The loopback port that Rspamd sends its queries to, and the token that it must send along. */
    filterPort: number;
    filterToken: string;
    /** The folder of Postfix's configuration, if Postfix runs here and its queue is to be watched. */
    postfixDir: string | null;
  } | null;
};

export const MAIL_SETTINGS = [
  'POSTERN_MAIL_HOSTNAME',
  'POSTERN_MAIL_BACKEND',
  'POSTERN_DOVEADM_URL',
  'POSTERN_DOVEADM_KEY',
  'POSTERN_DOVECOT_IMAP_PORT',
  'POSTERN_MAIL_STORE_DIR',
  'POSTERN_MAIL_FILTER_PORT',
  'POSTERN_MAIL_FILTER_TOKEN',
  'POSTERN_POSTFIX_DIR',
  'POSTERN_IMAP_HOST',
  'POSTERN_POP_HOST',
  'POSTERN_SMTP_HOST',
  'POSTERN_EU_IMAP_HOST',
  'POSTERN_EU_POP_HOST',
  'POSTERN_EU_SMTP_HOST',
];

const EVALUATION_MAIL_HOST = 'mail.postern.localhost';

/** Reads all settings about the mail servers, and the names that customers are told. */
export function mailOf(settings: Settings): MailConfig {
  return {
    mailHostname: hostOf(settings, 'POSTERN_MAIL_HOSTNAME', EVALUATION_MAIL_HOST),
    mailHosts: mailHostsOf(settings),
    mailServers: mailServersOf(settings),
  };
}

/** One name for all three servers unless each is set; a separate EU region only if it is set, or as an example in evaluation. */
function mailHostsOf(settings: Settings): MailConfig['mailHosts'] {
  const one = hostOf(settings, 'POSTERN_MAIL_HOSTNAME', EVALUATION_MAIL_HOST);
  const everywhere = {
    imap: hostOf(settings, 'POSTERN_IMAP_HOST', one),
    pop: hostOf(settings, 'POSTERN_POP_HOST', one),
    smtp: hostOf(settings, 'POSTERN_SMTP_HOST', one),
  };
  const isExample = settings.mode === 'evaluation' && one === EVALUATION_MAIL_HOST;
  const inEu = (host: string): string => (isExample ? host.replace(/^([^.]+)/, '$1-euc1') : host);
  return {
    everywhere,
    eu: {
      imap: hostOf(settings, 'POSTERN_EU_IMAP_HOST', inEu(everywhere.imap)),
      pop: hostOf(settings, 'POSTERN_EU_POP_HOST', inEu(everywhere.pop)),
      smtp: hostOf(settings, 'POSTERN_EU_SMTP_HOST', inEu(everywhere.smtp)),
    },
  };
}

/** All settings of the mail servers, if they are chosen. They need PostgreSQL, as they read the panel's tables. */
function mailServersOf(settings: Settings): MailConfig['mailServers'] {
  const backend = oneOf(settings, 'POSTERN_MAIL_BACKEND', ['embedded', 'postfix-dovecot'], 'embedded');
  if (backend === 'embedded') return null;
  const needed = (name: string) => textOf(settings, name, 'POSTERN_MAIL_BACKEND=postfix-dovecot');
  needed('DATABASE_URL');
  needed('POSTERN_MAIL_FILTER_PORT');
  needed('POSTERN_DOVEADM_URL');
  const storeDir = needed('POSTERN_MAIL_STORE_DIR').replace(/(?<=.)\/+$/, '');
  if (storeDir !== '' && !path.isAbsolute(storeDir))
    settings.refuse(
      `POSTERN_MAIL_STORE_DIR must be an absolute path, such as /var/lib/postern/mail; it is "${storeDir}".`,
    );
  const doveadmUrl = urlOf(settings, 'POSTERN_DOVEADM_URL', ['http:']) ?? '';
  return {
    doveadmUrl,
    imap: {
      host: URL.canParse(doveadmUrl) ? new URL(doveadmUrl).hostname : '',
      port: portOf(settings, 'POSTERN_DOVECOT_IMAP_PORT', IMAP_PORT) ?? IMAP_PORT,
    },
    doveadmKey: needed('POSTERN_DOVEADM_KEY'),
    storeDir,
    filterPort: portOf(settings, 'POSTERN_MAIL_FILTER_PORT', null) ?? 0,
    filterToken: needed('POSTERN_MAIL_FILTER_TOKEN'),
    postfixDir: postfixDirOf(settings),
  };
}

function postfixDirOf(settings: Settings): string | null {
  const folder = settings.env['POSTERN_POSTFIX_DIR'] || null;
  if (folder !== null && !path.isAbsolute(folder))
    settings.refuse(`POSTERN_POSTFIX_DIR must be an absolute path, such as /etc/postern/postfix; it is "${folder}".`);
  return folder;
}
