import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { bundleQuery, text } from './shapes.ts';
import { ownedAddOn } from './subscriptions.ts';

export const readTrialConfig = operation({
  id: 'readTrialConfig',
  summary: 'Say whether an add-on would start with a free trial for this domain.',
  description:
    'A domain on a paid plan has one trial of each type. `product` is the type of an add-on, as get-all-addons lists it or as `{product}_max`.',
  feature: 'add-ons',
  method: 'GET',
  path: '/panel/product/trial-config',
  access: 'session',
  input: z.object({ ...bundleQuery, product: text(64) }),
  output: z.object({
    trialEnabled: z.boolean(),
    /** 0 without a trial. */
    trialDays: z.number(),
  }),
  errors: [],
});

export const updateAddOnConfig = operation({
  id: 'updateAddOnConfig',
  summary: 'Set whether an add-on renews with its plan.',
  description:
    'Until the renewal nothing changes. An add-on set to end during its trial ends with the trial, and nothing is charged. `addonId` is an `id` of `currentPlan.addons`.',
  feature: 'add-ons',
  method: 'POST',
  path: '/panel/billing/update-addon-config',
  access: 'session',
  input: z.object({ ...bundleQuery, addonId: text(100), renewOnExpiry: z.boolean() }),
  output: z.object({ addon: ownedAddOn }),
  errors: ['NOT_AUTHORIZED', 'SUBSCRIPTION_CANCELLED'],
});

export const assignAddOn = operation({
  id: 'assignAddOn',
  summary: 'Give a piece of an add-on to a mailbox, move it to another, or take it back.',
  description:
    'Nothing is charged. With `toEmail` alone a free piece is given, with both it is moved, with `fromEmail` alone it becomes free. Storage changes at once. A mailbox that needs the storage for its mail keeps it.',
  feature: 'add-ons',
  method: 'POST',
  path: '/panel/billing/assign-addon',
  access: 'session',
  input: z.object({
    ...bundleQuery,
    addonId: text(100),
    fromEmail: z.optional(text(320)),
    toEmail: z.optional(text(320)),
  }),
  output: z.object({ addon: ownedAddOn }),
  errors: ['NOT_AUTHORIZED', 'ADDON_ALL_IN_USE', 'ADDON_ALREADY_THERE', 'STORED_MAIL_TOO_LARGE'],
});
