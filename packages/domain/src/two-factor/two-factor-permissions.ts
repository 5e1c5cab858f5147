import { isStaffRole, type Role } from '../sign-in/index.ts';

/** Who may set up a second factor: everyone for their own login, so nobody for a customer they act for. Spec 2 §6. */
export const mayUseTwoFactor = (role: Role): boolean => !isStaffRole(role);
