export { findMailProvider } from './find-mail-provider.ts';
export { KNOWN_MAIL_PROVIDERS } from './known-mail-providers.ts';
export type { MailProvider } from './mail-provider.ts';
