import * as z from 'zod/mini';
import { address } from './address.ts';
import { recordsOfDomain } from './domain-connection.ts';
import { operation } from './operation.ts';
import { bundleQuery, empty, instant, text, uuid } from './shapes.ts';

/** A link that shows a person without a login what to do to the domain's records, and nothing else. */
export const instructionLink = z.object({
  linkId: uuid,
  address: z.string(),
  /** Where it was mailed to; null if it was copied. */
  sentTo: z.nullable(z.string()),
  createdAt: instant,
  expiresAt: instant,
});

export const createInstructionLink = operation({
  id: 'createInstructionLink',
  summary:
    'Create a link to the set-up instructions for the person who manages the domain. It is emailed if an address is given.',
  description:
    'For admins of the domain and for staff. The page behind the link shows the records to set and nothing about the customer. It is valid for 14 days; a domain may have 20 links.',
  feature: 'domain-instructions',
  method: 'POST',
  path: '/panel/domain/instruction-links',
  access: 'session',
  input: z.object({ sendTo: z.optional(address) }),
  output: z.object({ link: instructionLink }),
  errors: ['NOT_AUTHORIZED'],
});

export const listInstructionLinks = operation({
  id: 'listInstructionLinks',
  summary: 'List the active links to the instructions, newest first.',
  description: 'For admins of the domain and for staff. Expired and revoked links are not listed.',
  feature: 'domain-instructions',
  method: 'GET',
  path: '/panel/domain/instruction-links',
  access: 'session',
  input: z.object(bundleQuery),
  output: z.object({ links: z.array(instructionLink) }),
  errors: ['NOT_AUTHORIZED'],
});

export const revokeInstructionLink = operation({
  id: 'revokeInstructionLink',
  summary: 'Turn off a link to the instructions. Repeating it changes nothing.',
  description: 'For admins of the domain and for staff. The page behind the link stops working at once.',
  feature: 'domain-instructions',
  method: 'POST',
  path: '/panel/domain/instruction-links/{linkId}/revoke',
  access: 'session',
  input: z.object({ linkId: uuid }),
  output: empty,
  errors: ['NOT_AUTHORIZED'],
});

/** What the person who manages a domain's records may know: nothing about the customer, the mailboxes or the plan. */
export const instructions = z.object({
  ...recordsOfDomain,
  /** Whether we hold the domain's zone: its admins then set the records in the panel, and nobody needs another place for that. */
  isZoneOurs: z.optional(z.boolean()),
  domainName: z.string(),
  /** The partner whose theme the page has. */
  partnerId: z.number(),
  expiresAt: instant,
});

export const readInstructions = operation({
  id: 'readInstructions',
  summary: "Read the instructions behind a link. TOKEN_EXPIRED is also the answer if the link doesn't exist.",
  description: 'Needs no session: the token of the link is enough. `isLook` asks the name servers again first.',
  feature: 'domain-instructions',
  method: 'POST',
  path: '/panel/domain/instructions',
  access: 'open',
  input: z.object({
    token: text(200),
    /** Whether to look the records up first, rather than answer with what is known. */
    isLook: z.boolean(),
  }),
  output: instructions,
  errors: ['TOKEN_EXPIRED'],
});

export type InstructionLink = z.infer<typeof instructionLink>;
export type Instructions = z.infer<typeof instructions>;
