import { isStaffRole, type Role } from '../sign-in/index.ts';

/** Who may set up a second factor: everybody for the own login, so nobody who acts in a customer's stead. Spec 2 §6. */
export const mayUseTwoFactor = (role: Role): boolean => !isStaffRole(role);
