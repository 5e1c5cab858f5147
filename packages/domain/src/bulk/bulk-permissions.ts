import type { Role } from '../sign-in/index.ts';

/** Many mailboxes at once are the domain's admins' alone: what is done reaches further than one helps somebody with. */
export const mayInBulk = (role: Role): boolean => role === 'domainAdmin';
