import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { bundleQuery, empty, instant, text } from './shapes.ts';

export const exportCustomerData = operation({
  id: 'exportCustomerData',
  summary: 'Get everything that is stored about the account, as one ZIP archive of JSON files.',
  description:
    'For the customer login only. `about.json` in the archive says what each file holds. Passwords, keys and tokens are left out, and so is the mail itself, which an email app can download. The owner gets an email about it. Ten archives in 15 minutes are the most.',
  feature: 'customer-data',
  method: 'POST',
  path: '/panel/account/export',
  access: 'session',
  input: empty,
  output: z.object({
    fileName: z.string(),
    /** The ZIP archive in base64. */
    archive: z.string(),
  }),
  needsPassword: () => true,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED'],
});

/** An erasure of the account that was asked for. */
const erasure = z.object({
  /** `waiting`: it can be cancelled until `dueAt`. `running`: mail and data are being deleted. */
  state: z.enum(['waiting', 'running']),
  askedAt: instant,
  dueAt: instant,
});

export const readErasure = operation({
  id: 'readErasure',
  summary: 'Read whether the account is about to be erased, and when; null if it is not.',
  description: 'For the customer login only.',
  feature: 'customer-data',
  method: 'GET',
  path: '/panel/account/erasure',
  access: 'session',
  input: z.object(bundleQuery),
  output: z.object({ erasure: z.nullable(erasure) }),
  errors: ['NOT_AUTHORIZED'],
});

export const askForErasure = operation({
  id: 'askForErasure',
  summary: 'Ask for the erasure of the account with all its domains, mailboxes and mail. It happens 14 days later.',
  description:
    'For the customer login only. The owner gets an email with a link that cancels it. Until then everything works, but no order renews. Asking again changes nothing. What the law requires to be kept stays: orders and payments with the billing address.',
  feature: 'customer-data',
  method: 'POST',
  path: '/panel/account/erasure',
  access: 'session',
  /** `confirmation` is the email of the account, as the owner typed it. */
  input: z.object({ confirmation: text(320) }),
  output: z.object({ erasure }),
  needsPassword: () => true,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED'],
});

export const cancelErasure = operation({
  id: 'cancelErasure',
  summary: 'Cancel the erasure of the account. Orders renew again as before.',
  description: 'For the customer login only. Without an erasure it changes nothing.',
  feature: 'customer-data',
  method: 'POST',
  path: '/panel/account/erasure/cancel',
  access: 'session',
  input: empty,
  output: empty,
  errors: ['NOT_AUTHORIZED'],
});

const token = text(200);

export const readErasureOfLink = operation({
  id: 'readErasureOfLink',
  summary: 'Read which erasure an emailed link cancels, before it is cancelled.',
  description: 'The link was emailed to the owner of the account. Reading it changes nothing.',
  feature: 'customer-data',
  method: 'GET',
  path: '/panel/erasure',
  access: 'open',
  input: z.object({ token }),
  output: z.object({ email: z.string(), askedAt: instant, dueAt: instant }),
  errors: ['TOKEN_EXPIRED'],
});

export const cancelErasureOfLink = operation({
  id: 'cancelErasureOfLink',
  summary: 'Cancel an erasure with the token of an emailed link. Every session of the customer login ends.',
  description:
    'Protects owners whose account someone else wanted to erase. No session is needed, because the token proves access to the email of the account. Whoever asked for the erasure knew the password, so the owner should choose a new one.',
  feature: 'customer-data',
  method: 'POST',
  path: '/panel/erasure/cancel',
  access: 'open',
  input: z.object({ token }),
  output: z.object({ email: z.string() }),
  errors: ['TOKEN_EXPIRED'],
});

export type Erasure = z.infer<typeof erasure>;
