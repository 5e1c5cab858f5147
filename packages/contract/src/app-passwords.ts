import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { empty, instant, text, uuid } from './shapes.ts';

/** A password for mail programs: it opens one mailbox and nothing else. */
export const appPassword = z.object({ id: uuid, name: z.string(), createdAt: instant });

export const listAppPasswords = operation({
  id: 'listAppPasswords',
  summary: "List the app passwords of the caller's mailbox, newest first.",
  description: 'For mailbox users, about their own mailbox. The passwords themselves are never shown again.',
  feature: 'app-passwords',
  method: 'GET',
  path: '/panel/account/app-passwords',
  access: 'session',
  input: empty,
  output: z.object({
    appPasswords: z.array(appPassword),
    /** How many the mailbox may have. */
    limit: z.number(),
  }),
  errors: ['NOT_AUTHORIZED'],
});

export const createAppPassword = operation({
  id: 'createAppPassword',
  summary: 'Create a password for a mail app. It is returned only this once.',
  description:
    'For mailbox users. With two-factor sign-in on, mail apps sign in with such a password. It works for IMAP, POP3 and SMTP, not for the panel. At most 20.',
  feature: 'app-passwords',
  method: 'POST',
  path: '/panel/account/app-passwords',
  access: 'session',
  input: z.object({ name: text(1000) }),
  output: z.object({ appPassword, password: z.string() }),
  needsPassword: () => true,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED', 'APP_PASSWORD_LIMIT_REACHED'],
});

export const deleteAppPassword = operation({
  id: 'deleteAppPassword',
  summary: "Delete an app password. It stops working at once; one that doesn't exist is skipped.",
  description: 'For mailbox users. The `id` travels in the query.',
  feature: 'app-passwords',
  method: 'DELETE',
  path: '/panel/account/app-passwords',
  access: 'session',
  input: z.object({ id: uuid }),
  output: empty,
  needsPassword: () => true,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED'],
});

export type AppPassword = z.infer<typeof appPassword>;
