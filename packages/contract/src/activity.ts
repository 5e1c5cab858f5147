import { ACTIVITY_AREAS } from '@postern/domain/activity';
import * as z from 'zod/mini';
import { fileDownload, operation } from './operation.ts';
import { bundleQuery, instant, text, uuid, wholeNumber } from './shapes.ts';

const activityEntry = z.object({
  id: uuid,
  at: instant,
  /** A person by their sign-in address, the panel automatically, the operator by command, the partner, or a supporter during a visit. */
  by: z.enum(['person', 'panel', 'operator', 'partner', 'support']),
  /** The person's; null for all others. */
  email: z.nullable(z.string()),
  /** `mailbox.created`: what was changed, a dot, and how. New ones may be added. */
  action: z.string(),
  /** What it was done to: an address, a domain; null where that says nothing. */
  target: z.nullable(z.string()),
  /** A further fact in words: the former domain, the name of an app password; null if there is none. */
  detail: z.nullable(z.string()),
  /** What was paid or given back, in the currency's smallest unit. */
  amountMinor: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  /** The support visit in which this was done; null outside visits. */
  visit: z.nullable(
    z.object({
      ...{ visitId: uuid, staffName: z.string(), company: z.string(), reason: z.string() },
      /** Left out if the supporter named none. */
      ticket: z.optional(z.string()),
    }),
  ),
  /**
   * How an admin can undo this step of a visit: the `undoId` of a plan for undoDomainPlan, or the `recordId` of an added record for
   * deleteDnsRecord. Null outside visits, for other steps, and once the step is undone.
   */
  undo: z.nullable(z.object({ kind: z.enum(['plan', 'record']), id: uuid })),
  /** An IPv4 address, or the first 64 bits of an IPv6 address; empty for changes that no request made, and for entries that are too old. */
  network: z.string(),
  /** `Firefox`, `Chrome`; empty if unknown. The caller claims it. */
  browser: z.string(),
  /** `Windows`, `iOS`; empty if unknown. */
  os: z.string(),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

const view = {
  /** Only what is about this. */
  area: z.optional(z.enum(ACTIVITY_AREAS)),
  /** Only what this person did, by their sign-in address. */
  person: z.optional(text(320)),
};

export const listActivity = operation({
  id: 'listActivity',
  summary: 'List what was changed in the domain, by whom and from where, newest first.',
  description:
    'For admins of the domain; the customer also sees what concerns all its domains. Sign-ins have a list of their own. Entries are kept for as long as the operator says.',
  feature: 'activity',
  method: 'GET',
  path: '/panel/activity',
  access: 'session',
  /** `cursor` as the previous page gave it. */
  input: z.object({ ...bundleQuery, ...view, limit: z._default(wholeNumber(1, 100), 25), cursor: z.optional(uuid) }),
  /** `keptDays`: for how many days entries are kept. */
  output: z.object({ entries: z.array(activityEntry), nextCursor: z.nullable(uuid), keptDays: z.number() }),
  errors: ['NOT_AUTHORIZED'],
});

/** The list as a file, with as many rows as are found. */
export const exportActivity = fileDownload({
  id: 'exportActivity',
  summary: 'Download what was changed in the domain as a table (CSV), filtered as the list is.',
  description:
    'One row for each entry, newest first, in UTF-8 with a byte order mark. Cells that a spreadsheet would take for a formula begin with an apostrophe. If the connection breaks before the end of the answer, the file is incomplete. For admins of the domain.',
  feature: 'activity',
  method: 'GET',
  path: '/panel/activity/export',
  access: 'session',
  query: z.object({ ...bundleQuery, ...view }),
  mediaType: 'text/csv',
  errors: ['NOT_AUTHORIZED'],
});
