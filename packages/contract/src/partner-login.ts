import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { login } from './session.ts';
import { wholeNumber } from './shapes.ts';

export const authenticateByJwt = operation({
  id: 'authenticateByJwt',
  summary: "Sign somebody in whom a partner's signed token names.",
  description:
    'Signed as a purchase link is, with the claims `iss`, `jti`, `exp`, `domainName`, and `email` for the customer or the user of a mailbox of that domain, or `customerEmail` for the customer. It works once and may live for five minutes. The answer is INVALID_JWT whatever is wrong, also for people who are unknown; the partner finds the reason in its audit. The session lasts three hours.',
  feature: 'partner-login',
  method: 'POST',
  path: '/panel/authenticate/jwt',
  access: 'open',
  input: z.object({ jwt: z.string(), partnerId: wholeNumber() }),
  output: login,
  errors: ['MISSING_JWT', 'INVALID_JWT', 'OFAC_SANCTIONED_COUNTRY'],
});
