import * as z from 'zod/mini';
import { mailAccount } from './mailboxes.ts';
import { bundleQuery } from './shapes.ts';

/**
 * What changed in the mail of a domain; `account` is the mailbox as it is now, null when it is gone or when the change isn't about a
 * mailbox.
 */
const mailChange = z.object({
  what: z.enum(['mailbox', 'forwarder', 'catch-all', 'spam-filter']),
  change: z.enum(['created', 'changed', 'deleted']),
  /** The address that changed; for the spam filter the domain. */
  email: z.string(),
  account: z.nullable(mailAccount),
});

/** The entity as its own operations return it. */
const entity = z.record(z.string(), z.unknown());

/** A call whose answer is a stream: server-sent events (HTML Living Standard §9.2). */
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

/** A stream as a value. What it holds is only looked at by the OpenAPI document. */
const eventStream = <const Stream extends EventStream>(definition: Stream): Stream => definition;

/**
 * Follows the changes of a bundle. A client that sends the last id it got as `Last-Event-ID` gets what it missed. `reload` says that this
 * is no longer known: then everything has to be read again.
 */
export const followChanges = eventStream({
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
    'support-visits': entity,
    reload: z.object({}),
  },
});

export type LiveEventName = keyof typeof followChanges.events;
export type MailChange = z.infer<typeof mailChange>;
