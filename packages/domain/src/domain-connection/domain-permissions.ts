import { type Role, SUPPORTERS } from '../sign-in/index.ts';

const MAY = {
  read: ['domainAdmin', ...SUPPORTERS],
  change: ['domainAdmin', ...SUPPORTERS],
} as const satisfies Record<string, readonly Role[]>;

export type DomainAction = keyof typeof MAY;

/** Who may see and change how a domain is set up: its connection, its DNS records, its signing keys. Spec 2 §6. */
export const mayWithDomain = (role: Role, action: DomainAction): boolean =>
  (MAY[action] as readonly Role[]).includes(role);
