import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { empty, epochMillis, instant, orderType, text, uuid } from './shapes.ts';

/** What a customer bought of one product for a domain, as the switcher and the guards need it. Spec 1 §3, Bundle. */
export const bundleOrder = z.object({
  id: uuid,
  type: orderType,
  planId: z.number(),
  planType: z.string(),
  status: z.enum(['active', 'suspended', 'cancelled']),
  createdAt: instant,
});

/** A domain whose last order has ended: why, and until when its mailboxes are kept. Then its name is free. */
const bundleEnd = z.object({
  /** `ended`: the subscription was over for 30 days. `unproven`: nobody proved during the trial that the domain is theirs. */
  reason: z.enum(['ended', 'unproven']),
  deletedOn: z.string(),
  /** Whether mailboxes and mail are deleted, and anybody may buy the domain. */
  isReleased: z.boolean(),
});

/** A domain with its orders: the unit that a session works on. Spec 1 §3. */
export const bundle = z.object({
  id: uuid,
  bundleId: uuid,
  name: z.string(),
  domainName: z.string(),
  status: z.enum(['active', 'suspended']),
  locale: z.string(),
  createdAt: instant,
  expiryDate: z.nullable(z.string()),
  orders: z.array(bundleOrder),
  bundleFlags: z.array(z.string()),
  /** Only once its last order has ended. */
  end: z.optional(bundleEnd),
});

/** A support visit, for the supporter's banner. SUP-01. */
export const visit = z.object({
  visitId: uuid,
  expiresAt: instant,
  reason: z.string(),
  ticket: z.nullable(z.string()),
  /** The name of the customer whose domain it is. */
  customerName: z.string(),
});

/** Who signed in, with what and until when. Spec 1 §3, Login response. */
export const login = z.object({
  token: z.string(),
  partnerId: z.number(),
  actor: z.object({
    role: z.enum(['accountAdmin', 'domainAdmin', 'partnerSupport', 'generalSupport', 'neoSupport', 'general', 'neo']),
    id: z.string(),
    attrs: z.object({ userName: z.string() }),
  }),
  bllUserId: z.string(),
  primaryDomain: z.string(),
  userEmail: z.string(),
  userId: z.string(),
  /** Null for a customer login: then the session acts at customer level. */
  accountId: z.nullable(z.string()),
  name: z.string(),
  companyName: z.nullable(z.string()),
  expiryEpochTimestamp: epochMillis,
  adminType: z.enum(['customer', 'account']),
  isDomainAdmin: z.boolean(),
  /** The language that the person chose in the panel; null if they haven't. */
  locale: z.nullable(z.string()),
  /** Only during a support visit. */
  visit: z.optional(visit),
  bundles: z.array(bundle),
});

export const signOut = operation({
  id: 'signOut',
  summary: 'End this session at once.',
  description: 'The token stops working everywhere. Other sessions of the same login continue.',
  feature: 'session',
  method: 'POST',
  path: '/panel/logout',
  access: 'session',
  input: empty,
  output: empty,
  errors: [],
});

/** For a token that came from elsewhere, and after a reload: says whose token it is, or answers 401. */
export const validateToken = operation({
  id: 'validateToken',
  summary: 'Check a token and read whose session it is.',
  description:
    'Answers like signIn for the token in the Authorization header, without starting a new session. Use it after a reload, or to check a token that came from elsewhere.',
  feature: 'session',
  method: 'GET',
  path: '/internal/domain/validate-admin-panel-token',
  access: 'session',
  input: empty,
  output: login,
  errors: [],
});

export const listBundles = operation({
  id: 'listBundles',
  summary: 'List the bundles that this session can use.',
  description:
    "A customer's session sees all domains of the customer, a mailbox user's only its own. A bundle is a domain with what was bought for it.",
  feature: 'session',
  method: 'POST',
  path: '/panel/bundle/list',
  access: 'session',
  input: z.object({ entitiesToInclude: z._default(z.array(text(40)).check(z.maxLength(10)), []) }),
  output: z.object({ bundles: z.array(bundle) }),
  errors: [],
});

export const switchBundle = operation({
  id: 'switchBundle',
  summary: "Switch the session to another of the customer's bundles.",
  description:
    'Later calls of this session without `bundleId` then act on that bundle. To act on another bundle only once, send `bundleId` in the query of any call instead.',
  feature: 'session',
  method: 'POST',
  path: '/panel/bundle/switch',
  access: 'session',
  input: z.object({ bundleId: text(64) }),
  output: login,
  errors: [],
});

export type Bundle = z.infer<typeof bundle>;
export type Login = z.infer<typeof login>;
export type Visit = z.infer<typeof visit>;
