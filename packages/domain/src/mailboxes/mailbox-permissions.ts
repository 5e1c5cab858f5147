import { type Role, SUPPORTERS } from '../sign-in/index.ts';

/**
 * Who may do what with mailboxes. Supporters do what helps. Only the domain's admins hand a mailbox over or delete it: supporters can send
 * a password link to the alternate email on record, never to an address of their own choice. `…Own` is about the caller's own mailbox. Spec
 * 2 §6.
 */
const MAY = {
  list: ['domainAdmin', ...SUPPORTERS],
  readOwn: ['domainAdmin', 'accountAdmin'],
  create: ['domainAdmin', ...SUPPORTERS],
  delete: ['domainAdmin'],
  changeAdmin: ['domainAdmin'],
  disableTwoFactor: ['domainAdmin'],
  changeAlternateEmail: ['domainAdmin'],
  changeOwnAlternateEmail: ['domainAdmin', 'accountAdmin'],
  suspend: ['domainAdmin', ...SUPPORTERS],
  mailPasswordLink: ['domainAdmin', ...SUPPORTERS],
  mailPasswordLinkAnywhere: ['domainAdmin'],
  checkAvailability: ['domainAdmin', ...SUPPORTERS],
} as const satisfies Record<string, readonly Role[]>;

export type MailboxAction = keyof typeof MAY;

export const mayWithMailboxes = (role: Role, action: MailboxAction): boolean =>
  (MAY[action] as readonly Role[]).includes(role);
