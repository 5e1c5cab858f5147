import * as z from 'zod/mini';
import { address } from './address.ts';
import { operation } from './operation.ts';
import { bundleQuery, empty } from './shapes.ts';

/** The mailbox that receives mail to addresses that the domain doesn't have; null when there is none. Spec 2 §3, Catch-all. */
export const catchAll = z.object({ email: z.nullable(z.string()) });

export const readCatchAll = operation({
  id: 'readCatchAll',
  summary: "Read the domain's catch-all.",
  description: 'For admins of the domain and for staff. `email` is null if there is no catch-all.',
  feature: 'catch-all',
  method: 'GET',
  path: '/panel/domain/catchall/get',
  access: 'session',
  input: z.object(bundleQuery),
  output: catchAll,
  errors: ['NOT_AUTHORIZED'],
});

export const setCatchAll = operation({
  id: 'setCatchAll',
  summary: 'Deliver all mail that no other address matches to one mailbox of the domain.',
  description:
    'For admins of the domain and for staff. A domain has at most one catch-all; a new one replaces the former.',
  feature: 'catch-all',
  method: 'POST',
  path: '/panel/domain/catchall/set',
  access: 'session',
  input: z.object({ email: address }),
  output: catchAll,
  errors: ['NOT_AUTHORIZED'],
});

export const removeCatchAll = operation({
  id: 'removeCatchAll',
  summary: 'Remove the catch-all. Mail to unknown addresses is refused again.',
  description: 'For admins of the domain and for staff. Removing it twice changes nothing.',
  feature: 'catch-all',
  method: 'POST',
  path: '/panel/domain/catchall/remove',
  access: 'session',
  input: empty,
  output: catchAll,
  errors: ['NOT_AUTHORIZED'],
});
