export {
  OUTLOOK_SCHEMA,
  parseAutodiscover,
  renderAutodiscover,
  renderAutodiscoverError,
} from './autodiscover.ts';
export type { AutodiscoverError, AutodiscoverInput, AutodiscoverQuestion } from './autodiscover.ts';
export { isEuHost, MAIL_PORTS, mailServersFor } from './mail-servers.ts';
export type { MailHosts, MailServer, MailServers } from './mail-servers.ts';
export { renderAppleProfile } from './render-apple-profile.ts';
export type { AppleProfileInput } from './render-apple-profile.ts';
export { renderAutoconfig } from './render-autoconfig.ts';
export type { AutoconfigInput } from './render-autoconfig.ts';
