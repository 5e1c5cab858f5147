import { type Role, SUPPORTERS } from '../sign-in/index.ts';

/**
 * Which roles may do what with mailboxes. Supporters can look and help. Only the domain's admins can create a mailbox (they set its first
 * password), send password links, hand a mailbox over or delete it. `…Own` is about the caller's own mailbox. Spec 2 §6.
 */
const MAY = {
  list: ['domainAdmin', ...SUPPORTERS],
  readOwn: ['domainAdmin', 'accountAdmin'],
  create: ['domainAdmin'],
  delete: ['domainAdmin'],
  changeAdmin: ['domainAdmin'],
  disableTwoFactor: ['domainAdmin'],
  changeAlternateEmail: ['domainAdmin'],
  changeOwnAlternateEmail: ['domainAdmin', 'accountAdmin'],
  suspend: ['domainAdmin', ...SUPPORTERS],
  mailPasswordLink: ['domainAdmin'],
  checkAvailability: ['domainAdmin', ...SUPPORTERS],
} as const satisfies Record<string, readonly Role[]>;

export type MailboxAction = keyof typeof MAY;

export const mayWithMailboxes = (role: Role, action: MailboxAction): boolean =>
  (MAY[action] as readonly Role[]).includes(role);

/** Only the domain's admins change many mailboxes at once, because support needs no such power to help. */
export const mayInBulk = (role: Role): boolean => role === 'domainAdmin';
