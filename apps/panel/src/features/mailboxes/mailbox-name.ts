import type { MailAccount } from '@postern/contract/mailboxes';

/** The part before the @. */
export const userNameOf = (email: string): string => email.slice(0, email.lastIndexOf('@'));

/** Who the mailbox belongs to, or the user name when nobody said. */
export const nameOf = ({ displayName, email }: Pick<MailAccount, 'displayName' | 'email'>): string =>
  displayName.trim() || userNameOf(email);
