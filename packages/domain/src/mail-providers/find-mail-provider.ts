import { KNOWN_MAIL_PROVIDERS } from './known-mail-providers.ts';
import type { MailProvider } from './mail-provider.ts';

/** The provider that gives away addresses of this address's domain. Null for a person's own domain, and for unfinished typing. */
export function findMailProvider(email: string): MailProvider | null {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  if (!email.includes('@') || domain === '') return null;
  return KNOWN_MAIL_PROVIDERS.find(({ domains }) => domains.includes(domain)) ?? null;
}
