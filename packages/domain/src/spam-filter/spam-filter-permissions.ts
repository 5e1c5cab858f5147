import { type Role, SUPPORTERS } from '../sign-in/index.ts';

const MAY = {
  read: ['domainAdmin', ...SUPPORTERS],
  change: ['domainAdmin', ...SUPPORTERS],
} as const satisfies Record<string, readonly Role[]>;

export type SpamFilterAction = keyof typeof MAY;

/** Who may see and change how strictly the domain's mail is filtered. Spec 2 §6. */
export const mayWithSpamFilter = (role: Role, action: SpamFilterAction): boolean =>
  (MAY[action] as readonly Role[]).includes(role);
