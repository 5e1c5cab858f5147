import * as z from 'zod/mini';
import { mailState } from './domain-connection.ts';
import { operation } from './operation.ts';
import { bundle } from './session.ts';
import { bundleQuery, instant, text, uuid } from './shapes.ts';

/** A bundle on its way from one domain to another. */
export const domainChange = z.object({
  changeId: uuid,
  fromDomain: z.string(),
  toDomain: z.string(),
  /** `moving`: all names are new already, and the mail store is told about the mailboxes one by one. */
  state: z.enum(['queued', 'moving', 'finished']),
  /** How many mailboxes there are, and how many of them the mail store knows by their new names. */
  total: z.number(),
  done: z.number(),
  /** Until when the former addresses receive; null before the names have changed, and when it is over. */
  formerUntil: z.nullable(instant),
  startedAt: instant,
  finishedAt: z.nullable(instant),
});

/** What a person should know before a change of domain. */
export const domainChangePreview = z.object({
  fromDomain: z.string(),
  /** The new domain as it is stored: in ASCII, without a dot at the end. */
  toDomain: z.string(),
  /** How many addresses would move, by their kind. */
  mailboxes: z.number(),
  aliases: z.number(),
  forwarders: z.number(),
  /** How long the former addresses would still receive. */
  formerDays: z.number(),
  /** What is known of the new domain's mail: `local` for a former domain that is still proven, else mostly `waiting`. */
  mailState,
});

export const changeDomain = operation({
  id: 'changeDomain',
  summary:
    'Move everything in the bundle to another domain. This runs in the background; the former addresses keep receiving for 90 days.',
  description:
    'For admins of the domain and for staff. Mailboxes, aliases and forwarders get the same names at the new domain, passwords and mail stay. Follow the change with readDomainChange.',
  feature: 'domain-change',
  method: 'POST',
  path: '/panel/domain/change',
  access: 'session',
  input: z.object({ newDomain: text(1000), ownershipConfirmed: z.boolean() }),
  output: z.object({ bundle }),
  needsPassword: () => true,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED', 'DOMAIN_TAKEN', 'DOMAIN_CHANGE_RUNNING', 'LOOKUP_TIMEOUT'],
});

export const previewDomainChange = operation({
  id: 'previewDomainChange',
  summary: 'Check a new domain, and say what would move there. Changes nothing.',
  description:
    'For admins of the domain and for staff. Counts the addresses that would move and checks that the new domain is free.',
  feature: 'domain-change',
  method: 'POST',
  path: '/panel/domain/change/preview',
  access: 'session',
  input: z.object({ newDomain: text(1000), ownershipConfirmed: z.boolean() }),
  output: z.object({ preview: domainChangePreview }),
  errors: ['NOT_AUTHORIZED', 'DOMAIN_TAKEN', 'DOMAIN_CHANGE_RUNNING', 'LOOKUP_TIMEOUT'],
});

export const readDomainChange = operation({
  id: 'readDomainChange',
  summary: 'Read the latest change of the domain and its progress; null if there was none.',
  description: 'For admins of the domain and for staff. `done` of `total` says how many mailboxes have moved.',
  feature: 'domain-change',
  method: 'GET',
  path: '/panel/domain/change',
  access: 'session',
  input: z.object(bundleQuery),
  output: z.object({ change: z.nullable(domainChange) }),
  errors: ['NOT_AUTHORIZED'],
});

export type DomainChange = z.infer<typeof domainChange>;
export type DomainChangePreview = z.infer<typeof domainChangePreview>;
