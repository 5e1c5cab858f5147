import type { Role } from '../sign-in/index.ts';

/** Only the domain's admins change many mailboxes at once: that goes beyond what supporters do to help. */
export const mayInBulk = (role: Role): boolean => role === 'domainAdmin';
