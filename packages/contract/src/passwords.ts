import * as z from 'zod/mini';
import { address } from './address.ts';
import { operation } from './operation.ts';
import { empty, instant, text } from './shapes.ts';

export const changePassword = operation({
  id: 'changePassword',
  summary: 'Give the login of the session a new password.',
  description:
    'For customers and mailbox users, about their own login. The caller gives the former password first (PASSWORD_NEEDED). Ends all other sessions of the login and its open mail connections. Mailed links for a new password and the app passwords of the mailbox stop working.',
  feature: 'sign-in',
  method: 'POST',
  path: '/panel/account/change-password',
  access: 'session',
  input: z.object({ password: text(1000) }),
  output: empty,
  needsPassword: () => true,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED'],
});

export const confirmPassword = operation({
  id: 'confirmPassword',
  summary: 'Give the password of the session again. For ten minutes, calls that need it are then allowed.',
  description:
    'Calls that could hand an account to someone else ask for the password again and otherwise answer PASSWORD_NEEDED. After this call the session may make them for ten minutes.',
  feature: 'sign-in',
  method: 'POST',
  path: '/panel/account/confirm-password',
  access: 'session',
  input: z.object({ password: text(1000) }),
  output: empty,
  errors: ['NOT_AUTHORIZED'],
});

export const forgotPassword = operation({
  id: 'forgotPassword',
  summary: 'Email a link for a new password. The answer never reveals whether the address exists.',
  description:
    'The answer is the same for a known and an unknown address, and takes equally long, so that nobody can find out who has an account. For a mailbox, the link goes to its alternate email.',
  feature: 'sign-in',
  method: 'POST',
  path: '/panel/forgot-password',
  access: 'open',
  input: z.object({ email: address, customerId: z.optional(text(64)) }),
  output: empty,
  errors: [],
});

export const resetPassword = operation({
  id: 'resetPassword',
  summary: 'Set a new password with the token of an emailed link. Every session of the login ends.',
  description:
    'The token comes from a link that the panel emailed. It works once. The new password must satisfy the same rules as that of a new mailbox.',
  feature: 'sign-in',
  method: 'POST',
  path: '/panel/reset-password',
  access: 'open',
  input: z.object({ token: text(200), email: z.optional(address), password: text(1000) }),
  output: empty,
  errors: ['TOKEN_EXPIRED'],
});

export const readTokenDetails = operation({
  id: 'readTokenDetails',
  summary: 'Read what an emailed link is for, before its form is shown.',
  description:
    'Tells a page which address a link is for and until when it is valid. Reading it does not use the link up.',
  feature: 'sign-in',
  method: 'GET',
  path: '/panel/token-details',
  access: 'open',
  input: z.object({ token: text(200) }),
  output: z.object({
    email: z.string(),
    domainName: z.nullable(z.string()),
    purpose: z.enum(['set-password', 'reset-password']),
    expiresAt: instant,
  }),
  errors: ['TOKEN_EXPIRED'],
});
