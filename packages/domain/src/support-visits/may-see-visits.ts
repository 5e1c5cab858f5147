import type { Role } from '../sign-in/index.ts';

/** Who sees, allows and ends support visits to a domain: its admins. */
export const maySeeVisits = (role: Role): boolean => role === 'domainAdmin';
