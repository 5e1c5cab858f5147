import { isStaffRole, type Role } from '../sign-in/index.ts';

/**
 * App passwords open a mailbox, so only the person who signed in with that mailbox sees or creates its passwords. Nobody does it for them.
 */
export const mayUseAppPasswords = (role: Role, mailboxId: string | null): mailboxId is string =>
  mailboxId !== null && !isStaffRole(role);
