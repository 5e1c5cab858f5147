import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { instant, text } from './shapes.ts';

const token = text(200);

export const readFormerAddress = operation({
  id: 'readFormerAddress',
  summary: 'Read which change of an alternate email an emailed link undoes, before it is undone.',
  description: 'The link was emailed to the alternate email that was replaced. Reading it changes nothing.',
  feature: 'mailboxes',
  method: 'GET',
  path: '/panel/former-address',
  access: 'open',
  input: z.object({ token }),
  output: z.object({
    /** The mailbox. */
    email: z.string(),
    /** Its alternate email before the change; null if it had none. */
    formerAddress: z.nullable(z.string()),
    changedAt: instant,
    expiresAt: instant,
  }),
  errors: ['TOKEN_EXPIRED'],
});

export const restoreFormerAddress = operation({
  id: 'restoreFormerAddress',
  summary:
    'Undo a change of the alternate email with the token of an emailed link. Every session of the mailbox ends, and so does every link for a new password.',
  description:
    'Protects people whose alternate email was changed by someone else. No session is needed, because the token proves the access to the former address.',
  feature: 'mailboxes',
  method: 'POST',
  path: '/panel/former-address/restore',
  access: 'open',
  input: z.object({ token }),
  output: z.object({ email: z.string() }),
  errors: ['TOKEN_EXPIRED'],
});
