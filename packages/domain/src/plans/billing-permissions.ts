import type { Role } from '../sign-in/index.ts';

/** Who may change how and when a domain is paid for: the people who pay for it. Spec 2 §6. */
export const mayChangeBilling = (role: Role): boolean => role === 'domainAdmin';
