export { OUTLOOK_SCHEMA, parseAutodiscover, renderAutodiscover, renderAutodiscoverError } from './autodiscover.ts';
export type { AutodiscoverError } from './autodiscover.ts';
export { mailServersFor } from './mail-servers.ts';
export type { MailHosts, MailServers } from './mail-servers.ts';
export { renderAppleProfile } from './render-apple-profile.ts';
export { renderAutoconfig } from './render-autoconfig.ts';
export { isMailOnlyHere, renderStsPolicy, stsRecordText } from './render-sts-policy.ts';
export type { StsMode } from './render-sts-policy.ts';
