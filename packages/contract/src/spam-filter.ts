import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { bundleQuery } from './shapes.ts';

const spamFilter = z.object({ level: z.enum(['strict', 'basic', 'off']) });

export const readSpamFilter = operation({
  id: 'readSpamFilter',
  summary: "Read how strictly the domain's incoming mail is filtered.",
  description: 'For admins of the domain and for staff. The level applies to all mailboxes of the domain.',
  feature: 'spam-filter',
  method: 'GET',
  path: '/panel/domain/spam-filter',
  access: 'session',
  input: z.object(bundleQuery),
  output: spamFilter,
  errors: ['NOT_AUTHORIZED'],
});

export const setSpamFilter = operation({
  id: 'setSpamFilter',
  summary: 'Change how strictly incoming mail is filtered, from the next message on.',
  description: 'For admins of the domain and for staff. New domains have `strict`.',
  feature: 'spam-filter',
  method: 'POST',
  path: '/panel/domain/spam-filter',
  access: 'session',
  input: spamFilter,
  output: spamFilter,
  errors: ['NOT_AUTHORIZED'],
});
