import { REMOTE_EMAIL_MAXIMUM_CHARACTERS, SIGN_IN_PROVIDERS } from '@postern/domain/mail-import';
import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { bundleQuery, instant, text, uuid } from './shapes.ts';

/** Providers where people can sign in, so that an import needs no password. Which of them are offered is the operator's choice. */
export const signInProvider = z.enum(SIGN_IN_PROVIDERS);

/** The outcome of a sign-in. `other-account`: it was to another mailbox than the typed one. `failed`: the provider didn't give access. */
const signInState = z.enum(['waiting', 'done', 'denied', 'other-account', 'failed']);

export const listImportSignIns = operation({
  id: 'listImportSignIns',
  summary: 'List the providers where people can sign in instead of typing a password, with their mail servers.',
  description:
    'For admins of the domain, and for mailbox users. Also takes `Authorization: Import TOKEN`. Empty if the operator has not registered the panel at a provider. An import with a sign-in must name the mail server listed here.',
  feature: 'mail-import',
  method: 'GET',
  path: '/panel/mail-import/sign-ins',
  access: 'session',
  takesImportToken: true,
  input: z.object(bundleQuery),
  output: z.object({
    signIns: z.array(z.object({ provider: signInProvider, host: z.string(), port: z.number(), ssl: z.boolean() })),
  }),
  errors: ['NOT_AUTHORIZED', 'TOKEN_EXPIRED'],
});

export const startImportSignIn = operation({
  id: 'startImportSignIn',
  summary: "Begin a sign-in at a mail provider, and get the address of the provider's page.",
  description:
    'For admins of the domain, and for mailbox users. With `Authorization: Import TOKEN` only for the account of that import. Open `url` in the same browser within ten minutes, keep `browserSecret` there, and send it with the answer to finishImportSignIn. Nobody else may get it: it proves that the person who signs in is the one who asked. The sign-in is only for the session or link that began it.',
  feature: 'mail-import',
  method: 'POST',
  path: '/panel/mail-import/sign-in/start',
  access: 'session',
  takesImportToken: true,
  input: z.object({
    provider: signInProvider,
    /** The address at the provider. Signing in to another one is refused. */
    remoteEmail: text(REMOTE_EMAIL_MAXIMUM_CHARACTERS),
    /** The origin that the browser has open, if it is a registered host of a partner. The provider sends the person back there. */
    panelOrigin: z.optional(text(300)),
  }),
  output: z.object({ signInId: uuid, url: z.string(), browserSecret: z.string(), expiresAt: instant }),
  errors: ['NOT_AUTHORIZED', 'TOKEN_EXPIRED', 'MAIL_SERVER_UNREACHABLE'],
});

export const finishImportSignIn = operation({
  id: 'finishImportSignIn',
  summary: "Finish a sign-in with the provider's answer. Works once.",
  description:
    'Needs no session, as the window in which a person signs in may have none: the `browserSecret` proves that it is the same browser. TOKEN_EXPIRED means that the answer was used, that its ten minutes are over, or that it belongs to another browser.',
  feature: 'mail-import',
  method: 'POST',
  path: '/panel/mail-import/sign-in/finish',
  access: 'open',
  input: z.object({
    /** The query of the address that the provider sent the browser to, as it is. */
    answer: text(8000),
    browserSecret: text(200),
  }),
  output: z.object({
    provider: signInProvider,
    state: signInState,
    remoteEmail: z.string(),
    /** With `other-account`: the account that was signed in to, if the provider told. */
    otherEmail: z.optional(z.string()),
  }),
  errors: ['TOKEN_EXPIRED'],
});

export const readImportSignIn = operation({
  id: 'readImportSignIn',
  summary: 'Read what became of a sign-in.',
  description:
    'For the session or mailed link that began it. Once it is `done`, send its `signInId` instead of a password to testImportConnection, scheduleImport or retryImport before `expiresAt`.',
  feature: 'mail-import',
  method: 'GET',
  path: '/panel/mail-import/sign-in',
  access: 'session',
  takesImportToken: true,
  input: z.object({ ...bundleQuery, signInId: uuid }),
  output: z.object({
    signInId: uuid,
    provider: signInProvider,
    state: signInState,
    remoteEmail: z.string(),
    otherEmail: z.optional(z.string()),
    expiresAt: instant,
  }),
  errors: ['NOT_FOUND', 'TOKEN_EXPIRED'],
});

export type ImportSignIn = z.infer<typeof readImportSignIn.output>;
