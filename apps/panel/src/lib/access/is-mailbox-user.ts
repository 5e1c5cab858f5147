import type { SessionItems } from '../session/session-store.ts';

/** Signed in with a mailbox that isn't an admin of its domain. Spec 1 §6, account level. */
export const isMailboxUser = ({ role, isDomainAdmin }: SessionItems): boolean =>
  role === 'accountAdmin' && isDomainAdmin !== 'true';
