import * as z from 'zod/mini';
import { address } from './address.ts';
import { operation } from './operation.ts';
import { login } from './session.ts';
import { text } from './shapes.ts';

const code = z.optional(text(100));
const recoveryCode = z.optional(text(100));

export const signIn = operation({
  id: 'signIn',
  summary: 'Sign in with an email address and a password.',
  description:
    'Starts a session of 12 hours for the customer or for one mailbox, whichever the address and the password belong to. If the login has two-factor sign-in, the answer is TOTP_REQUIRED with a `challenge` for signInByTotp. Wrong passwords are counted for each account and each network address, and too many are refused for a while, even with the right password.',
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
  description:
    'Send the `challenge` that the refused signIn gave in `attrs.challenge`, together with either a `code` or a `recoveryCode`. A recovery code works once. The answer is the same as that of signIn.',
  feature: 'sign-in',
  method: 'POST',
  path: '/panel/login/totp',
  access: 'open',
  /** `challenge` as the refused sign-in gave it. */
  input: z.object({ challenge: text(2000), code, recoveryCode }),
  output: login,
  errors: ['INVALID_CREDENTIALS', 'TOKEN_EXPIRED', 'NO_SUBSCRIPTION', 'NOT_AUTHORIZED', 'OFAC_SANCTIONED_COUNTRY'],
});
