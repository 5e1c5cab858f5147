import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { bundleQuery, text } from './shapes.ts';

export const mailServer = z.object({ host: z.string(), port: z.number() });

export const readMailServers = operation({
  id: 'readMailServers',
  summary: "Read the mail servers to set up a mail app with, for the region of the panel's host name.",
  description:
    'Host names and ports for IMAP, POP3 and SMTP with encryption. Without `host`, the host name of the call decides the region.',
  feature: 'client-setup',
  method: 'GET',
  path: '/panel/account/mail-servers',
  access: 'session',
  input: z.object({ ...bundleQuery, host: z.optional(text(253)) }),
  output: z.object({ imap: mailServer, pop: mailServer, smtp: mailServer }),
  errors: [],
});
