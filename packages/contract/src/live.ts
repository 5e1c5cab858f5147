import * as z from 'zod/mini';
import { mailAccount } from './mailboxes.ts';
import { bundleQuery } from './shapes.ts';

/** What changed in the mail of a domain; `account` is the mailbox as it is now, null when it is gone or the change is of no mailbox. */
const mailChange = z.object({
  what: z.enum(['mailbox', 'forwarder', 'catch-all', 'spam-filter']),
  change: z.enum(['created', 'changed', 'deleted']),
  /** The address that changed; of the spam filter the domain. */
  email: z.string(),
  account: z.nullable(mailAccount),
});

/** The entity as its own calls answer with it. */
const entity = z.record(z.string(), z.unknown());

/** A call whose answer goes on: server-sent events (HTML Living Standard §9.2). */
export type EventStream = {
  id: string;
  summary: string;
  feature: string;
  method: 'GET';
  path: `/${string}`;
  access: 'session';
  query: z.ZodMiniType;
  /** What `data` holds, by the event's name. */
  events: Record<string, z.ZodMiniType>;
};

/**
 * Follows the changes of a bundle. Who sends the last id it got as `Last-Event-ID` is told what it missed; `reload` says that this
 * can't be told any more, so that everything is to be read anew.
 */
export const followChanges = {
  id: 'followChanges',
  summary: "Stream the bundle's changes as they happen. Ends with the session; resume with the last event's id.",
  feature: 'live',
  method: 'GET',
  path: '/panel/live',
  access: 'session',
  query: z.object(bundleQuery),
  events: {
    mailboxes: mailChange,
    'domain-check': entity,
    'domain-change': entity,
    'dns-records': entity,
    'dkim-keys': entity,
    import: entity,
    bulk: entity,
    reload: z.object({}),
  },
} as const satisfies EventStream;

export type LiveEventName = keyof typeof followChanges.events;
export type MailChange = z.infer<typeof mailChange>;
