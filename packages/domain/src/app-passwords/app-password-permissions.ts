import { isStaffRole, type Role } from '../sign-in/index.ts';

/** App passwords open a mailbox: only who signed in with that mailbox sees or makes its own, nobody who acts in its stead. */
export const mayUseAppPasswords = (role: Role, mailboxId: string | null): mailboxId is string =>
  mailboxId !== null && !isStaffRole(role);
