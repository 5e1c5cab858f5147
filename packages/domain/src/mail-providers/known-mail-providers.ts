import type { MailProvider } from './mail-provider.ts';

/** The day on which the sources were read. */
const LOOKED_AT = '2026-11-23';

/* @__NO_SIDE_EFFECTS__ */
function inThunderbird(file: string) {
  return { address: `https://github.com/thunderbird/autoconfig/blob/master/ispdb/${file}`, date: LOOKED_AT };
}

/** Providers whose servers are documented. Every entry has a source; one that nobody looked up is left out. */
export const KNOWN_MAIL_PROVIDERS: readonly MailProvider[] = [
  {
    providerId: 'google',
    name: 'Google',
    domains: ['gmail.com', 'googlemail.com'],
    server: { host: 'imap.gmail.com', port: 993 },
    access: 'app',
    helpAddress: 'https://support.google.com/accounts/answer/185833',
    source: inThunderbird('googlemail.com.xml'),
  },
  {
    providerId: 'microsoft',
    name: 'Microsoft 365',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
    server: null,
    access: 'none',
    helpAddress:
      'https://learn.microsoft.com/en-us/exchange/clients-and-mobile-in-exchange-online/deprecation-of-basic-authentication-exchange-online',
    source: {
      address:
        'https://learn.microsoft.com/en-us/exchange/clients-and-mobile-in-exchange-online/deprecation-of-basic-authentication-exchange-online',
      date: LOOKED_AT,
    },
  },
  {
    providerId: 'icloud',
    name: 'iCloud',
    domains: ['icloud.com', 'me.com', 'mac.com'],
    server: { host: 'imap.mail.me.com', port: 993 },
    access: 'app',
    helpAddress: 'https://support.apple.com/HT202304',
    source: inThunderbird('me.com.xml'),
  },
  {
    providerId: 'gmx',
    name: 'GMX',
    domains: ['gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch', 'gmx.eu', 'gmx.biz', 'gmx.org', 'gmx.info'],
    server: { host: 'imap.gmx.net', port: 993 },
    access: 'allow',
    helpAddress: 'https://hilfe.gmx.net/pop-imap/einschalten.html',
    source: inThunderbird('gmx.net.xml'),
  },
  {
    providerId: 'webde',
    name: 'WEB.DE',
    domains: ['web.de'],
    server: { host: 'imap.web.de', port: 993 },
    access: 'allow',
    helpAddress: 'https://hilfe.web.de/pop-imap/einschalten.html',
    source: inThunderbird('web.de.xml'),
  },
  {
    providerId: 'ionos',
    name: 'IONOS',
    domains: [],
    server: { host: 'imap.ionos.com', port: 993 },
    access: 'own',
    helpAddress: null,
    source: inThunderbird('ionos.com'),
  },
];
