import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { empty, instant, text } from './shapes.ts';

const code = z.optional(text(100));
const recoveryCode = z.optional(text(100));

export const readTotp = operation({
  id: 'readTotp',
  summary: "Read whether the caller's sign-in asks for a code, since when, and how many recovery codes are left.",
  description: 'About the sign-in of the caller. Never returns the secret.',
  feature: 'two-factor',
  method: 'GET',
  path: '/panel/account/totp',
  access: 'session',
  input: empty,
  /** `enabledAt` is null while signing in asks for no code. `askDespitePartner`: ask even when the partner vouches for the person. */
  output: z.object({
    enabledAt: z.nullable(instant),
    recoveryCodesLeft: z.number(),
    askDespitePartner: z.boolean(),
  }),
  errors: ['NOT_AUTHORIZED'],
});

export const startTotp = operation({
  id: 'startTotp',
  summary: 'Get a new secret for an authenticator app. It takes effect when enableTotp gets a code from it.',
  description: 'Show `otpauthUrl` as a QR code. Nothing changes for the sign-in until enableTotp.',
  feature: 'two-factor',
  method: 'POST',
  path: '/panel/account/totp/start',
  access: 'session',
  input: empty,
  output: z.object({ otpauthUrl: z.string(), secret: z.string() }),
  needsPassword: () => true,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED', 'TOTP_ENABLED'],
});

export const enableTotp = operation({
  id: 'enableTotp',
  summary: 'Ask for a code at every sign-in from now on. The recovery codes are returned only this once.',
  description:
    'Proves that the app has the secret before the sign-in depends on it. Show the recovery codes: they are the way in if the phone is lost.',
  feature: 'two-factor',
  method: 'POST',
  path: '/panel/account/totp/enable',
  access: 'session',
  input: z.object({ code: text(100) }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  needsPassword: () => true,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED', 'TOTP_ENABLED'],
});

export const disableTotp = operation({
  id: 'disableTotp',
  summary: 'Stop asking for a code at sign-in.',
  description:
    'Needs a `code` from the app or a `recoveryCode`. An admin can switch it off for someone else with updateMailbox.',
  feature: 'two-factor',
  method: 'POST',
  path: '/panel/account/totp/disable',
  access: 'session',
  input: z.object({ code, recoveryCode }),
  output: empty,
  needsPassword: () => true,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED'],
});

export const askDespitePartner = operation({
  id: 'askDespitePartner',
  summary: "Ask for a code even when the caller comes from the partner's pages, or stop doing so.",
  description:
    'By default a partner vouches for the people that it signs in, and nobody asks them for a code. NOT_FOUND: the sign-in asks for no code at all. Turning this off needs the password.',
  feature: 'two-factor',
  method: 'POST',
  path: '/panel/account/totp/ask-despite-partner',
  access: 'session',
  input: z.object({ ask: z.boolean() }),
  output: empty,
  needsPassword: ({ ask }) => !ask,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED'],
});

export const renewRecoveryCodes = operation({
  id: 'renewRecoveryCodes',
  summary: 'Get new recovery codes, returned only this once. The previous ones stop working.',
  description: 'Needs a code from the app.',
  feature: 'two-factor',
  method: 'POST',
  path: '/panel/account/totp/recovery-codes',
  access: 'session',
  input: z.object({ code: text(100) }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  needsPassword: () => true,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED'],
});
