import { type Role, SUPPORTERS } from '../sign-in/index.ts';

const MAY = {
  read: ['domainAdmin', ...SUPPORTERS],
  change: ['domainAdmin', ...SUPPORTERS],
} as const satisfies Record<string, readonly Role[]>;

export type ForwarderAction = keyof typeof MAY;

/** Who may see and change the domain's forwarders. Spec 2 §6. */
export const mayWithForwarders = (role: Role, action: ForwarderAction): boolean =>
  (MAY[action] as readonly Role[]).includes(role);
