import * as z from 'zod/mini';
import { address } from './address.ts';
import { operation } from './operation.ts';
import { bundleQuery, empty, text, uuid } from './shapes.ts';

const displayName = text(1000);

/** Another address of a mailbox. `senderId` names the identity it sends as. Spec 2 §3, Alias. */
export const alias = z.object({ email: z.string(), displayName: z.string(), senderId: uuid });

export const listAliases = operation({
  id: 'listAliases',
  summary: 'List the aliases of a mailbox, sorted by display name, then address.',
  description:
    "Admins may ask for any mailbox of the domain, mailbox users for their own. `limit` is the plan's maximum for one mailbox.",
  feature: 'aliases',
  method: 'GET',
  path: '/panel/account/email/alias/list',
  access: 'session',
  input: z.object({ ...bundleQuery, email: address }),
  output: z.object({
    aliases: z.array(alias),
    /** How many aliases the plan allows. */
    limit: z.number(),
  }),
  errors: ['NOT_AUTHORIZED'],
});

export const addAlias = operation({
  id: 'addAlias',
  summary: 'Add an alias to a mailbox. It receives mail at once and can send.',
  description:
    'For admins of the domain and for staff. The alias must be in the domain of the mailbox, and nobody else may have the address.',
  feature: 'aliases',
  method: 'POST',
  path: '/panel/account/email/alias/add',
  access: 'session',
  /** `alias` is the whole address, or the part before the @. */
  input: z.object({ alias: address, email: address, displayName }),
  output: z.object({ senderId: uuid }),
  errors: ['NOT_AUTHORIZED', 'ALIAS_LIMIT_REACHED', 'EMAIL_EXISTS'],
});

export const updateAlias = operation({
  id: 'updateAlias',
  summary: 'Change the display name of an alias.',
  description:
    'For admins of the domain and for staff. Recipients see the name in messages that are sent as the alias.',
  feature: 'aliases',
  method: 'POST',
  path: '/panel/account/email/alias/update',
  access: 'session',
  input: z.object({ senderId: uuid, displayName }),
  output: empty,
  errors: ['NOT_AUTHORIZED'],
});

export const removeAliases = operation({
  id: 'removeAliases',
  summary: "Remove aliases from a mailbox. Aliases that don't exist are skipped.",
  description:
    'For admins of the domain and for staff. The addresses become free, and mail to them is refused unless there is a catch-all.',
  feature: 'aliases',
  method: 'POST',
  path: '/panel/account/email/alias/remove',
  access: 'session',
  input: z.object({ aliases: z.array(address).check(z.minLength(1), z.maxLength(100)), email: address }),
  output: empty,
  errors: ['NOT_AUTHORIZED'],
});

export type Alias = z.infer<typeof alias>;
