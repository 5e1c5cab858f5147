import { type Role, SUPPORTERS } from '../sign-in/index.ts';

const MAY = {
  read: ['domainAdmin', ...SUPPORTERS],
  change: ['domainAdmin', ...SUPPORTERS],
} as const satisfies Record<string, readonly Role[]>;

export type CatchAllAction = keyof typeof MAY;

/** Who may see and change where mail to unknown addresses goes. Spec 2 §6. */
export const mayWithCatchAll = (role: Role, action: CatchAllAction): boolean =>
  (MAY[action] as readonly Role[]).includes(role);
