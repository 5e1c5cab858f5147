import { escapeXml } from './escape-xml.ts';
import type { MailServer, MailServers } from './mail-servers.ts';

export type AutoconfigInput = { domainName: string; providerName: string; servers: MailServers };

/**
 * What Thunderbird and other apps read at `/.well-known/autoconfig/mail/config-v1.1.xml`: Mozilla's format 1.1
 * (draft-ietf-mailmaint-autoconfig). The app fills in `%EMAILADDRESS%`: the user name is the address.
 */
export function renderAutoconfig({ domainName, providerName, servers }: AutoconfigInput): string {
  const domain = escapeXml(domainName);
  const name = escapeXml(providerName);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<clientConfig version="1.1">',
    `  <emailProvider id="${domain}">`,
    `    <domain>${domain}</domain>`,
    `    <displayName>${name}</displayName>`,
    `    <displayShortName>${name}</displayShortName>`,
    ...server('incomingServer', 'imap', servers.imap),
    ...server('incomingServer', 'pop3', servers.pop),
    ...server('outgoingServer', 'smtp', servers.smtp),
    '  </emailProvider>',
    '</clientConfig>',
    '',
  ].join('\n');
}

/** `SSL` means TLS from the first byte; inside it the password is sent as plain text. */
const server = (element: string, type: string, { host, port }: MailServer): string[] => [
  `    <${element} type="${type}">`,
  `      <hostname>${escapeXml(host)}</hostname>`,
  `      <port>${port}</port>`,
  '      <socketType>SSL</socketType>',
  '      <authentication>password-cleartext</authentication>',
  '      <username>%EMAILADDRESS%</username>',
  `    </${element}>`,
];
