import * as z from 'zod/mini';
import { address } from './address.ts';
import { operation } from './operation.ts';
import { login } from './session.ts';
import { empty, epochMillis, text } from './shapes.ts';

const code = z.optional(text(100));
const recoveryCode = z.optional(text(100));

export const signIn = operation({
  id: 'signIn',
  summary: 'Sign in with an email address and a password.',
  feature: 'sign-in',
  method: 'POST',
  path: '/panel/login',
  access: 'open',
  input: z.object({
    email: address,
    password: text(1000),
    source: z.optional(text(100)),
    userId: z.optional(text(64)),
    customerId: z.optional(text(64)),
  }),
  output: login,
  errors: [
    'INVALID_CREDENTIALS',
    'AMBIGUOUS_CREDENTIALS',
    'TOTP_REQUIRED',
    'NO_SUBSCRIPTION',
    'NOT_AUTHORIZED',
    'OFAC_SANCTIONED_COUNTRY',
  ],
});

export const signInByTotp = operation({
  id: 'signInByTotp',
  summary: 'Finish a sign-in that was answered with TOTP_REQUIRED, with a code from the app or a recovery code.',
  feature: 'sign-in',
  method: 'POST',
  path: '/panel/login/totp',
  access: 'open',
  /** `challenge` as the refused sign-in gave it. */
  input: z.object({ challenge: text(2000), code, recoveryCode }),
  output: login,
  errors: ['INVALID_CREDENTIALS', 'TOKEN_EXPIRED', 'NO_SUBSCRIPTION', 'NOT_AUTHORIZED', 'OFAC_SANCTIONED_COUNTRY'],
});

export const confirmPassword = operation({
  id: 'confirmPassword',
  summary: 'Give the password of the session again. For ten minutes, calls that need it are then allowed.',
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
  feature: 'sign-in',
  method: 'GET',
  path: '/panel/token-details',
  access: 'open',
  input: z.object({ token: text(200) }),
  output: z.object({
    email: z.string(),
    domainName: z.nullable(z.string()),
    purpose: z.enum(['set-password', 'reset-password']),
    expiresAt: epochMillis,
  }),
  errors: ['TOKEN_EXPIRED'],
});
