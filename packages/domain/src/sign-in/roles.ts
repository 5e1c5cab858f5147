import type { Brand } from '../partners/index.ts';

/**
 * The roles of people who use the panel. accountAdmin: one mailbox; domainAdmin: the customer; partnerSupport: a partner's staff;
 * productSupport and productStaff: the provider's, `{product}Support` and `{product}` in the specification. Spec 1 §6, Spec 2 §6.
 */
export const ROLES = ['accountAdmin', 'domainAdmin', 'partnerSupport', 'productSupport', 'productStaff'] as const;

export type Role = (typeof ROLES)[number];

/** Whether the role belongs to people who act for customers rather than for themselves. */
export function isStaffRole(role: Role): boolean {
  return role !== 'accountAdmin' && role !== 'domainAdmin';
}

/** The people who help customers with their domains. They may do what doesn't touch a customer's mail and passwords. */
export const SUPPORTERS = ['partnerSupport', 'productSupport', 'productStaff'] as const satisfies readonly Role[];

/** How the API names a role. */
export type RoleName = Exclude<Role, 'productSupport' | 'productStaff'> | Brand | `${Brand}Support`;

/** The role as the API names it; the two staff roles have the brand's slug. Spec 2 §6. */
export function roleName(role: Role, brand: Brand): RoleName {
  if (role === 'productSupport') return `${brand}Support`;
  return role === 'productStaff' ? brand : role;
}
