import { type Role, SUPPORTERS } from '../sign-in/index.ts';

/** Who may do what with aliases; `readOwn` is about the caller's own mailbox. Spec 2 §6. */
const MAY = {
  read: ['domainAdmin', ...SUPPORTERS],
  readOwn: ['accountAdmin', 'domainAdmin', ...SUPPORTERS],
  change: ['domainAdmin', ...SUPPORTERS],
} as const satisfies Record<string, readonly Role[]>;

export type AliasAction = keyof typeof MAY;

export const mayWithAliases = (role: Role, action: AliasAction): boolean =>
  (MAY[action] as readonly Role[]).includes(role);
