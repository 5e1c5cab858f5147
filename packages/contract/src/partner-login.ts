import * as z from 'zod/mini';
import { address } from './address.ts';
import { operation } from './operation.ts';
import { login } from './session.ts';
import { instant, text, wholeNumber } from './shapes.ts';

export const authenticateByJwt = operation({
  id: 'authenticateByJwt',
  summary: "Sign in the person whom a partner's signed token names.",
  description:
    'Signed like a purchase link, with the claims `iss`, `jti`, `exp`, `domainName`, and `email` for the customer or the user of a mailbox of that domain, or `customerEmail` for the customer. `partnerId` says whose token it is, or `serverId`, an installation of the partner (`partner add-server`); given both, they must agree. It works once and may live for five minutes. The answer is INVALID_JWT whatever is wrong, even for unknown people; the partner finds the reason in its audit. TOTP_REQUIRED: the person wants to be asked for a code even when coming from a partner; send `attrs.challenge` with the code to signInByTotp. The session lasts three hours.',
  feature: 'partner-login',
  method: 'POST',
  path: '/panel/authenticate/jwt',
  access: 'open',
  input: z.object({ jwt: z.string(), partnerId: z.optional(wholeNumber()), serverId: z.optional(text(100)) }),
  output: login,
  errors: ['MISSING_JWT', 'INVALID_JWT', 'TOTP_REQUIRED', 'OFAC_SANCTIONED_COUNTRY'],
});

/** A name of a section or an action, as links have it. */
const shortName = () => z.string().check(z.regex(/^[A-Za-z][\w-]{0,60}$/));

export const authenticateByToken = operation({
  id: 'authenticateByToken',
  summary: "Sign a person in by a token of the partner's server.",
  description:
    'The token comes from `createLoginToken` and works once, within five minutes, for the domain it was made for. If `email` or `partnerId` is given, it must fit as well. The answer is INVALID_TOKEN whatever is wrong. TOTP_REQUIRED as in authenticateByJwt. The session lasts three hours.',
  feature: 'partner-login',
  method: 'POST',
  path: '/panel/authenticate',
  access: 'open',
  input: z.object({
    domainName: z.string(),
    externalToken: z.string(),
    email: z.optional(address),
    partnerId: z.optional(wholeNumber()),
  }),
  output: login,
  errors: ['INVALID_TOKEN', 'TOTP_REQUIRED', 'OFAC_SANCTIONED_COUNTRY'],
});

export const authenticateByWebmail = operation({
  id: 'authenticateByWebmail',
  summary: 'Sign in the user of a mailbox who comes from the webmail.',
  description:
    'The token is a JWT that the webmail signs with HS256 and the secret of `POSTERN_WEBMAIL_SECRET`, with the claims `aud` (`postern-webmail`), `email`, `jti` and `exp`, at most five minutes from now. It works once. The answer is INVALID_TOKEN whatever is wrong, and also where no secret is set. The session lasts three hours.',
  feature: 'partner-login',
  method: 'POST',
  path: '/panel/authenticate/webmail',
  access: 'open',
  input: z.object({ email: address, webmailToken: z.string() }),
  output: login,
  errors: ['INVALID_TOKEN', 'OFAC_SANCTIONED_COUNTRY'],
});

export const createLoginToken = operation({
  id: 'createLoginToken',
  summary: 'Make a token that signs a person in to the panel once.',
  description:
    'For the server of a partner. `email` is the customer, or the user of a mailbox of the domain. Send the browser to `url` within five minutes; it has the token, and the section and the action where these are given. NOT_FOUND: the domain or the person is unknown, or is no customer of this partner. NOT_AUTHORIZED: the mailbox is suspended.',
  feature: 'partner-login',
  method: 'POST',
  path: '/partner/v1/login-tokens',
  access: 'partner',
  input: z.object({
    domainName: z.string(),
    email: address,
    section: z.optional(shortName()),
    action: z.optional(shortName()),
  }),
  output: z.object({ token: z.string(), expiresAt: instant, url: z.string() }),
  errors: ['NOT_AUTHORIZED'],
});

export const createProvisionCode = operation({
  id: 'createProvisionCode',
  summary: "Send the customer on to the partner's sign-up site.",
  description:
    "For the customer's own login. The answer is the address of the sign-up site with a code, which the site's server exchanges for what it needs to know of the customer. `redirect` must be an address on the sign-up site or on a registered origin of the partner, and else is left out. NOT_FOUND: the partner has no sign-up site.",
  feature: 'partner-login',
  method: 'POST',
  path: '/panel/provision-codes',
  access: 'session',
  input: z.object({ domain: z.optional(z.string()), redirect: z.optional(z.string()) }),
  output: z.object({ url: z.string() }),
  errors: ['NOT_AUTHORIZED'],
});

export const exchangeProvisionCode = operation({
  id: 'exchangeProvisionCode',
  summary: 'Learn which customer a sign-up site has received.',
  description:
    'For the server of a partner: once, within 60 seconds. `token` is a session of the customer, for calls in their name. `email` is where they get mail from us. INVALID_TOKEN: the code is unknown, used, too old, or of another partner.',
  feature: 'partner-login',
  method: 'POST',
  path: '/partner/v1/provision-codes/exchange',
  access: 'partner',
  input: z.object({ code: z.string() }),
  output: z.object({
    customerId: z.string(),
    name: z.nullable(z.string()),
    email: z.string(),
    hasActiveOrders: z.boolean(),
    token: z.string(),
    tokenExpiresAt: instant,
  }),
  errors: ['INVALID_TOKEN'],
});
