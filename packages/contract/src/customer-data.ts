import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { empty } from './shapes.ts';

export const exportCustomerData = operation({
  id: 'exportCustomerData',
  summary: 'Get everything that is stored about the account, as one ZIP archive of JSON files.',
  description:
    'For the customer login only. `about.json` in the archive says what each file holds. Passwords, keys and tokens are left out, and so is the mail itself, which an email app can download. The owner gets an email about it. Ten archives in 15 minutes are the most.',
  feature: 'customer-data',
  method: 'POST',
  path: '/panel/account/export',
  access: 'session',
  input: empty,
  output: z.object({
    fileName: z.string(),
    /** The ZIP archive in base64. */
    archive: z.string(),
  }),
  needsPassword: () => true,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED'],
});
