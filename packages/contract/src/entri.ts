import * as z from 'zod/mini';
import { operation } from './operation.ts';

export const makeEntriToken = operation({
  id: 'makeEntriToken',
  summary:
    "A short-lived token for Entri's form, which writes a domain's records; look at the domain afterwards. Not there until the operator has set Entri up.",
  feature: 'entri',
  method: 'POST',
  path: '/panel/entri/token',
  access: 'session',
  input: z.object({}),
  output: z.object({ auth_token: z.string() }),
  errors: ['NOT_AUTHORIZED', 'EXTERNAL_ERROR'],
});
