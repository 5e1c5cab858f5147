import { escapeXml } from './escape-xml.ts';
import type { MailServers } from './mail-servers.ts';

export type AppleProfileInput = {
  email: string;
  organisation: string;
  servers: MailServers;
  /** UUIDs of the profile and of its account. They are the same for the same address, so that a new profile replaces the old one. */
  profileId: string;
  accountId: string;
};

type Value = string | number | boolean | Value[] | { [key: string]: Value };

/**
 * A configuration profile for Apple's Mail on iPhone, iPad and Mac: one IMAP account (Apple, Configuration Profile
 * Reference, `com.apple.mail.managed`). It holds no password; the device asks for it. Not signed.
 */
export function renderAppleProfile({ email, organisation, servers, profileId, accountId }: AppleProfileInput): string {
  const domainFirst = email
    .slice(email.lastIndexOf('@') + 1)
    .split('.')
    .reverse()
    .join('.');
  const account: Value = {
    EmailAccountDescription: email,
    EmailAccountType: 'EmailTypeIMAP',
    EmailAddress: email,
    IncomingMailServerAuthentication: 'EmailAuthPassword',
    IncomingMailServerHostName: servers.imap.host,
    IncomingMailServerPortNumber: servers.imap.port,
    IncomingMailServerUseSSL: true,
    IncomingMailServerUsername: email,
    OutgoingMailServerAuthentication: 'EmailAuthPassword',
    OutgoingMailServerHostName: servers.smtp.host,
    OutgoingMailServerPortNumber: servers.smtp.port,
    OutgoingMailServerUseSSL: true,
    OutgoingMailServerUsername: email,
    OutgoingPasswordSameAsIncomingPassword: true,
    PayloadDisplayName: email,
    PayloadIdentifier: `${domainFirst}.mail.${profileId}.account`,
    PayloadType: 'com.apple.mail.managed',
    PayloadUUID: accountId.toUpperCase(),
    PayloadVersion: 1,
  };
  const profile: Value = {
    PayloadContent: [account],
    PayloadDisplayName: email,
    PayloadIdentifier: `${domainFirst}.mail.${profileId}`,
    PayloadOrganization: organisation,
    PayloadRemovalDisallowed: false,
    PayloadType: 'Configuration',
    PayloadUUID: profileId.toUpperCase(),
    PayloadVersion: 1,
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    ...plist(profile, ''),
    '</plist>',
    '',
  ].join('\n');
}

function plist(value: Value, indent: string): string[] {
  if (typeof value === 'string') return [`${indent}<string>${escapeXml(value)}</string>`];
  if (typeof value === 'number') return [`${indent}<integer>${value}</integer>`];
  if (typeof value === 'boolean') return [`${indent}<${value}/>`];
  const inner = `${indent}  `;
  if (Array.isArray(value))
    return [`${indent}<array>`, ...value.flatMap((each) => plist(each, inner)), `${indent}</array>`];
  const entries = Object.entries(value).flatMap(([key, each]) => [
    `${inner}<key>${escapeXml(key)}</key>`,
    ...plist(each, inner),
  ]);
  return [`${indent}<dict>`, ...entries, `${indent}</dict>`];
}
