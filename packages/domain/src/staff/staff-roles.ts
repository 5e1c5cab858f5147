import type { Role, SUPPORTERS } from '../sign-in/index.ts';

export type StaffRole = (typeof SUPPORTERS)[number];

/** How the command line and the API for staff name the roles: `product` is the provider's staff. Spec 2 §6. */
export const STAFF_ROLE_NAMES = ['partnerSupport', 'productSupport', 'product'] as const;
export type StaffRoleName = (typeof STAFF_ROLE_NAMES)[number];

export const isStaffRoleName = (name: string): name is StaffRoleName =>
  (STAFF_ROLE_NAMES as readonly string[]).includes(name);

export const staffRoleOf = (name: StaffRoleName): StaffRole => (name === 'product' ? 'productStaff' : name);

export const staffRoleName = (role: StaffRole): StaffRoleName => (role === 'productStaff' ? 'product' : role);

/** Whether the role belongs to one partner and must name it; the provider's roles see the customers of all partners. */
export const isOfPartner = (role: Role): boolean => role === 'partnerSupport';
