import { STAFF_ROLE_NAMES } from '@postern/domain/staff';
import * as z from 'zod/mini';
import { address } from './address.ts';
import { operation } from './operation.ts';
import { billingCycle, empty, instant, orderType, text, uuid } from './shapes.ts';
import { supportVisitFields } from './support-visits.ts';

const code = z.optional(text(100));
const recoveryCode = z.optional(text(100));

/** A member of staff, as they see themselves. */
const staffMember = z.object({
  staffId: uuid,
  name: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLE_NAMES),
  /** The one partner whose customers they help; null for the provider's staff. */
  partnerId: z.nullable(z.number()),
  /** The company they work for. Customers see the provider's staff under their own partner's brand. */
  company: z.string(),
  /** False until two-factor sign-in is set up. Nothing else is allowed before that. */
  hasTwoFactor: z.boolean(),
});

const staffLogin = z.object({ token: z.string(), staff: staffMember });

export const signInStaff = operation({
  id: 'signInStaff',
  summary: 'Sign in as a member of staff, with an email address and a password.',
  description:
    'Staff accounts are made on the command line and are separate from the logins of customers: an address may have both. If two-factor sign-in is set up, the answer is TOTP_REQUIRED with a `challenge` for signInStaffByTotp; else the session may only set it up. Ends after 30 minutes without a call, and after 12 hours.',
  feature: 'staff',
  method: 'POST',
  path: '/panel/staff/login',
  access: 'open',
  input: z.object({ email: address, password: text(1000) }),
  output: staffLogin,
  errors: ['INVALID_CREDENTIALS', 'TOTP_REQUIRED'],
});

export const signInStaffByTotp = operation({
  id: 'signInStaffByTotp',
  summary: 'Finish a staff sign-in with a code from the app or a recovery code.',
  description: 'Send the `challenge` of the refused signInStaff with either a `code` or a `recoveryCode`.',
  feature: 'staff',
  method: 'POST',
  path: '/panel/staff/login/totp',
  access: 'open',
  input: z.object({ challenge: text(2000), code, recoveryCode }),
  output: staffLogin,
  errors: ['INVALID_CREDENTIALS', 'TOKEN_EXPIRED'],
});

export const readStaffLink = operation({
  id: 'readStaffLink',
  summary: 'Read whose password a link from `staff create` sets.',
  description: 'Does not use up the link.',
  feature: 'staff',
  method: 'POST',
  path: '/panel/staff/link',
  access: 'open',
  input: z.object({ token: text(200) }),
  output: z.object({ email: z.string(), expiresAt: instant }),
  errors: ['TOKEN_EXPIRED'],
});

export const setStaffPassword = operation({
  id: 'setStaffPassword',
  summary: 'Choose the password of a member of staff, by a link from the command line.',
  description: 'Uses up the link and ends all sessions and visits of this member of staff.',
  feature: 'staff',
  method: 'POST',
  path: '/panel/staff/set-password',
  access: 'open',
  input: z.object({ token: text(200), password: text(1000) }),
  output: empty,
  errors: ['TOKEN_EXPIRED'],
});

export const readStaff = operation({
  id: 'readStaff',
  summary: 'Read whose staff session this is.',
  description: 'Answers 401 once the session has ended.',
  feature: 'staff',
  method: 'GET',
  path: '/panel/staff/session',
  access: 'staff',
  beforeTwoFactor: true,
  input: empty,
  output: z.object({ staff: staffMember }),
  errors: [],
});

export const signOutStaff = operation({
  id: 'signOutStaff',
  summary: 'End this staff session and its visit.',
  description: 'The tokens stop working everywhere at once.',
  feature: 'staff',
  method: 'POST',
  path: '/panel/staff/logout',
  access: 'staff',
  beforeTwoFactor: true,
  input: empty,
  output: empty,
  errors: [],
});

export const startStaffTotp = operation({
  id: 'startStaffTotp',
  summary: 'Get a secret for the authenticator app of a member of staff.',
  description: 'The first step after the first sign-in. Takes effect when enableStaffTotp gets a code from it.',
  feature: 'staff',
  method: 'POST',
  path: '/panel/staff/totp/start',
  access: 'staff',
  beforeTwoFactor: true,
  input: empty,
  output: z.object({ otpauthUrl: z.string(), secret: z.string() }),
  errors: ['TOTP_ENABLED'],
});

export const enableStaffTotp = operation({
  id: 'enableStaffTotp',
  summary: 'Turn two-factor sign-in on. The recovery codes are returned only this once.',
  description: 'From then on the session may search and visit, and every sign-in asks for a code.',
  feature: 'staff',
  method: 'POST',
  path: '/panel/staff/totp/enable',
  access: 'staff',
  beforeTwoFactor: true,
  input: z.object({ code: text(100) }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['TOTP_ENABLED'],
});

const foundCustomer = z.object({
  customerId: uuid,
  name: z.string(),
  email: z.string(),
  partnerId: z.number(),
  partnerName: z.string(),
  domains: z.array(z.object({ bundleId: uuid, domainName: z.string(), planName: z.nullable(z.string()) })),
});

export const searchCustomers = operation({
  id: 'searchCustomers',
  summary: 'Find customers by domain, email address, customer id, order id, or the last four digits of a card.',
  description:
    "Partner support finds its partner's customers only. Addresses, ids and digits must be whole; of a domain three letters are enough. Each search is recorded, and 60 are allowed in 15 minutes.",
  feature: 'staff',
  method: 'POST',
  path: '/panel/staff/search',
  access: 'staff',
  input: z.object({ q: text(400) }),
  /** `isCut`: more customers match than are shown. */
  output: z.object({ customers: z.array(foundCustomer), isCut: z.boolean() }),
  errors: [],
});

/** What a supporter needs to know before a visit, without bills, cards and mail. */
const staffCustomer = z.object({
  customerId: uuid,
  name: z.string(),
  email: z.string(),
  partnerId: z.number(),
  partnerName: z.string(),
  createdAt: instant,
  domains: z.array(
    z.object({
      bundleId: uuid,
      domainName: z.string(),
      createdAt: instant,
      mailboxes: z.number(),
      /** Whether a check has seen that the domain's mail comes here. */
      isConnected: z.boolean(),
      /** Whether the owner wants to be asked before each visit. */
      asksFirst: z.boolean(),
      /** Active and suspended orders, oldest first. */
      orders: z.array(
        z.object({
          product: orderType,
          planName: z.string(),
          billingCycle,
          status: z.enum(['active', 'suspended']),
          isTrial: z.boolean(),
          autoRenew: z.boolean(),
          /** Null if it has no end. */
          expiresAt: z.nullable(instant),
        }),
      ),
    }),
  ),
  /** The newest ten, to any of the domains. */
  visits: z.array(z.object({ ...supportVisitFields, domainName: z.string() })),
});

export const readCustomer = operation({
  id: 'readCustomer',
  summary: 'Read who a customer is: partner, domains, plans, and the last support visits.',
  description:
    "Partner support reads its partner's customers only; any other id is NOT_FOUND, whether it exists or not. Each call is recorded, and counts as a search.",
  feature: 'staff',
  method: 'GET',
  path: '/panel/staff/customers/{customerId}',
  access: 'staff',
  input: z.object({ customerId: uuid }),
  output: z.object({ customer: staffCustomer }),
  errors: [],
});

export type StaffMember = z.infer<typeof staffMember>;
export type StaffLogin = z.infer<typeof staffLogin>;
export type FoundCustomer = z.infer<typeof foundCustomer>;
export type StaffCustomer = z.infer<typeof staffCustomer>;
