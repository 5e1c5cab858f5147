import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { bundleQuery, instant, uuid, wholeNumber } from './shapes.ts';

/** Sign-ins of one kind within an hour: same login, method, result, network address and browser. */
export const signInEntry = z.object({
  id: uuid,
  /** The address that was signed in to. */
  login: z.string(),
  method: z.enum(['password', 'code', 'recoveryCode', 'link', 'partnerLink', 'webmail', 'purchase']),
  outcome: z.enum(['accepted', 'wrong']),
  /** An IPv4 address, or the first 64 bits of an IPv6 address. */
  network: z.string(),
  /** `Firefox`, `Chrome`; empty if unknown. The caller claims it. */
  browser: z.string(),
  /** `Windows`, `iOS`; empty if unknown. */
  os: z.string(),
  times: z.number(),
  firstAt: instant,
  lastAt: instant,
});

export const listSignIns = operation({
  id: 'listSignIns',
  summary: "List recent sign-ins and failed attempts, newest first: an admin the domain's, a mailbox user their own.",
  description:
    'Entries are kept for 90 days, unless the operator says otherwise. Repeated sign-ins of one kind within an hour are one entry with a count.',
  feature: 'sign-in-history',
  method: 'GET',
  path: '/panel/account/sign-ins',
  access: 'session',
  /** `cursor` as the previous page gave it. */
  input: z.object({ ...bundleQuery, limit: z._default(wholeNumber(1, 100), 10), cursor: z.optional(uuid) }),
  /** `keptDays`: for how many days entries are kept. */
  output: z.object({ signIns: z.array(signInEntry), nextCursor: z.nullable(uuid), keptDays: z.optional(z.number()) }),
  errors: ['NOT_AUTHORIZED'],
});

export type SignInEntry = z.infer<typeof signInEntry>;
