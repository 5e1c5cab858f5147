import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { bundleQuery, text } from './shapes.ts';

const mailServer = z.object({ host: z.string(), port: z.number() });

export const readMailServers = operation({
  id: 'readMailServers',
  summary:
    'The servers that an email app is set up with, for the region of the host name that the panel is open under.',
  feature: 'client-setup',
  method: 'GET',
  path: '/panel/account/mail-servers',
  access: 'session',
  input: z.object({ ...bundleQuery, host: z.optional(text(253)) }),
  output: z.object({ imap: mailServer, pop: mailServer, smtp: mailServer }),
  errors: [],
});
