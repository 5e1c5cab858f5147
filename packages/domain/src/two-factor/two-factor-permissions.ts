import { isStaffRole, type Role } from '../sign-in/index.ts';

/** Who may set up a second factor: everybody for their own login, so nobody who acts for a customer. Spec 2 §6. */
export const mayUseTwoFactor = (role: Role): boolean => !isStaffRole(role);
