import type { MailAccount } from '@postern/contract/mailboxes';

/** The part before the @. */
export const userNameOf = (email: string): string => email.slice(0, email.lastIndexOf('@'));

/** The owner's name, or the user name if there is none. */
export const nameOf = ({ displayName, email }: Pick<MailAccount, 'displayName' | 'email'>): string =>
  displayName.trim() || userNameOf(email);
