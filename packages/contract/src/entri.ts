import * as z from 'zod/mini';
import { operation } from './operation.ts';

export const makeEntriToken = operation({
  id: 'makeEntriToken',
  summary:
    "Get a short-lived token for Entri's form, which adds a domain's records. Check the domain afterwards. Needs Entri to be set up by the operator.",
  description:
    "For admins of the domain and for staff. Give the token to Entri's script in the browser. Answers EXTERNAL_ERROR if Entri isn't set up or doesn't answer.",
  feature: 'entri',
  method: 'POST',
  path: '/panel/entri/token',
  access: 'session',
  input: z.object({}),
  output: z.object({ auth_token: z.string() }),
  errors: ['NOT_AUTHORIZED', 'EXTERNAL_ERROR'],
});
