import { escapeXml } from './escape-xml.ts';
import type { MailServer, MailServers } from './mail-servers.ts';

const RESPONSE = 'http://schemas.microsoft.com/exchange/autodiscover/responseschema/2006';
const OUTLOOK = 'http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a';
const ADDRESS_MAXIMUM_CHARACTERS = 320;

export type AutodiscoverQuestion = { email: string; schema: string };

/**
 * Outlook's request ([MS-OXDSCLI] §2.2.3); null when the text isn't one. Reads two elements, and expands no entities that the sender
 * defines.
 */
export function parseAutodiscover(xml: string): AutodiscoverQuestion | null {
  if (xml.includes('<!')) return null;
  const email = textOf(xml, 'EMailAddress');
  const schema = textOf(xml, 'AcceptableResponseSchema');
  return email && schema && email.length <= ADDRESS_MAXIMUM_CHARACTERS ? { email, schema } : null;
}

function textOf(xml: string, element: string): string | null {
  const found = new RegExp(`<(?:[A-Za-z]\\w{0,20}:)?${element}(?:\\s[^<>]{0,200})?>([^<>]{1,400})</`).exec(xml);
  return found ? unescapeXml(found[1] ?? '').trim() : null;
}

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescapeXml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => CHARACTERS[name] ?? '');

export type AutodiscoverInput = { email: string; displayName: string; servers: MailServers };

/** Outlook's answer: the account's servers ([MS-OXDSCLI] §2.2.4), with TLS from the first byte and the address as user name. */
export function renderAutodiscover({ email, displayName, servers }: AutodiscoverInput): string {
  return document(OUTLOOK, [
    '    <User>',
    `      <DisplayName>${escapeXml(displayName)}</DisplayName>`,
    '    </User>',
    '    <Account>',
    '      <AccountType>email</AccountType>',
    '      <Action>settings</Action>',
    ...protocol('IMAP', servers.imap, email),
    ...protocol('POP3', servers.pop, email),
    ...protocol('SMTP', servers.smtp, email),
    '    </Account>',
  ]);
}

const protocol = (type: string, { host, port }: MailServer, email: string): string[] => [
  '      <Protocol>',
  `        <Type>${type}</Type>`,
  `        <Server>${escapeXml(host)}</Server>`,
  `        <Port>${port}</Port>`,
  `        <LoginName>${escapeXml(email)}</LoginName>`,
  '        <DomainRequired>off</DomainRequired>',
  '        <SPA>off</SPA>',
  '        <SSL>on</SSL>',
  '        <AuthRequired>on</AuthRequired>',
  '      </Protocol>',
];

/** The error code of an answer without servers: 600 is a bad request, 601 an address or schema that we have no answer for. */
export type AutodiscoverError = { code: 600 | 601; message: string; now: Date; id: number };

export function renderAutodiscoverError({ code, message, now, id }: AutodiscoverError): string {
  return document(null, [
    `    <Error Time="${now.toISOString().slice(11, 23)}" Id="${id}">`,
    `      <ErrorCode>${code}</ErrorCode>`,
    `      <Message>${escapeXml(message)}</Message>`,
    '      <DebugData />',
    '    </Error>',
  ]);
}

/** The schema of our answer; a request for another one gets no answer. */
export const OUTLOOK_SCHEMA: string = OUTLOOK;

function document(schema: string | null, lines: string[]): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<Autodiscover xmlns="${RESPONSE}">`,
    schema === null ? '  <Response>' : `  <Response xmlns="${schema}">`,
    ...lines,
    '  </Response>',
    '</Autodiscover>',
    '',
  ].join('\n');
}
