import * as z from 'zod/mini';
import { address } from './address.ts';
import { operation } from './operation.ts';
import { bundleQuery, empty, uuid } from './shapes.ts';

const recipients = z.array(address).check(z.minLength(1), z.maxLength(200));

/** An address that passes its mail on to mailboxes of the same domain. Spec 2 §3, Internal forwarder. */
export const forwarder = z.object({ forwarderId: uuid, email: z.string(), recipients: z.array(z.string()) });

export const listForwarders = operation({
  id: 'listForwarders',
  summary: "List the domain's forwarders by address, with their recipients.",
  description: 'For admins of the domain and for staff. Recipients are the addresses of mailboxes.',
  feature: 'forwarders',
  method: 'GET',
  path: '/panel/account/forwarder/list',
  access: 'session',
  input: z.object(bundleQuery),
  output: z.object({ forwarders: z.array(forwarder) }),
  errors: ['NOT_AUTHORIZED'],
});

export const createForwarder = operation({
  id: 'createForwarder',
  summary: 'Create a forwarder: an address that delivers to mailboxes of the same domain.',
  description:
    'For admins of the domain and for staff. Recipients must be mailboxes of the same domain, at most 100; a domain may have 500 forwarders.',
  feature: 'forwarders',
  method: 'POST',
  path: '/panel/account/forwarder/create',
  access: 'session',
  input: z.object({ email: address, recipients }),
  output: z.object({ forwarder }),
  errors: ['NOT_AUTHORIZED', 'EMAIL_EXISTS', 'FORWARDER_LOOP', 'FORWARDER_LIMIT_REACHED'],
});

export const deleteForwarder = operation({
  id: 'deleteForwarder',
  summary: 'Delete a forwarder. Its address becomes free.',
  description: 'For admins of the domain and for staff. The recipients keep the mail that they received.',
  feature: 'forwarders',
  method: 'POST',
  path: '/panel/account/forwarder/delete',
  access: 'session',
  input: z.object({ email: address }),
  output: empty,
  errors: ['NOT_AUTHORIZED'],
});

export const addForwarderRecipients = operation({
  id: 'addForwarderRecipients',
  summary: 'Add mailboxes to a forwarder.',
  description: 'For admins of the domain and for staff. Recipients that the forwarder already has are skipped.',
  feature: 'forwarders',
  method: 'POST',
  path: '/panel/account/forwarder/recipients/add',
  access: 'session',
  input: z.object({ email: address, recipients }),
  output: z.object({ forwarder }),
  errors: ['NOT_AUTHORIZED', 'FORWARDER_LOOP'],
});

export const removeForwarderRecipients = operation({
  id: 'removeForwarderRecipients',
  summary: 'Remove mailboxes from a forwarder. At least one must stay.',
  description:
    "For admins of the domain and for staff. Recipients that the forwarder doesn't have are skipped. Delete the forwarder to remove the last one.",
  feature: 'forwarders',
  method: 'POST',
  path: '/panel/account/forwarder/recipients/remove',
  access: 'session',
  input: z.object({ email: address, recipients }),
  output: z.object({ forwarder }),
  errors: ['NOT_AUTHORIZED', 'LAST_RECIPIENT'],
});

export type Forwarder = z.infer<typeof forwarder>;
