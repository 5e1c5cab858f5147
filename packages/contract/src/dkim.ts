import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { bundleQuery, instant, uuid } from './shapes.ts';

/**
 * A key that signs the domain's outgoing mail once it is enabled. `host` and `value` are the TXT record to publish. Spec 2 §3, DKIM key.
 */
export const dkimKey = z.object({
  dkimId: uuid,
  selector: z.string(),
  publicKey: z.string(),
  isEnabled: z.boolean(),
  status: z.enum(['inactive', 'verifying', 'deleting', 'active']),
  host: z.string(),
  value: z.string(),
  /**
   * The record of the Ed25519 key that belongs to it, which also signs once its record has been seen; null for a key without one. RFC 8463.
   */
  ed25519: z.nullable(z.object({ host: z.string(), value: z.string(), isSeen: z.boolean() })),
  createdAt: instant,
  /** Until when a key that was disabled or deleted still signs; null for one that is enabled, or doesn't sign. */
  signsUntil: z.nullable(instant),
  /** In use for a year: it should get a successor. */
  isRollOverDue: z.boolean(),
});

export const listDkimKeys = operation({
  id: 'listDkimKeys',
  summary: "List the domain's signing keys, the enabled one first.",
  description: 'For admins of the domain and for staff. `host` and `value` are the TXT record to publish for the key.',
  feature: 'dkim',
  method: 'GET',
  path: '/panel/domain/dkim/list',
  access: 'session',
  input: z.object(bundleQuery),
  output: z.object({ keys: z.array(dkimKey) }),
  errors: ['NOT_AUTHORIZED'],
});

export const generateDkimKey = operation({
  id: 'generateDkimKey',
  summary: 'Create a signing key. It signs once its record was found and it is enabled.',
  description:
    'For admins of the domain and for staff. Publish the record that the answer names, then call enableDkimKey. A domain may have 6 keys.',
  feature: 'dkim',
  method: 'POST',
  path: '/panel/domain/dkim/generate',
  access: 'session',
  input: z.object({}),
  output: z.object({ key: dkimKey }),
  errors: ['NOT_AUTHORIZED', 'DKIM_LIMIT_REACHED'],
});

export const enableDkimKey = operation({
  id: 'enableDkimKey',
  summary:
    "Check a key's record and sign with the key from the next message on. The previous key keeps signing for 12 hours.",
  description:
    "For admins of the domain and for staff. Looks the record up at the domain's name servers first, and refuses if it isn't there or is different.",
  feature: 'dkim',
  method: 'POST',
  path: '/panel/domain/dkim/enable',
  access: 'session',
  input: z.object({ dkimId: uuid }),
  output: z.object({ key: dkimKey }),
  errors: [
    'NOT_AUTHORIZED',
    'BAD_REQUEST',
    'DKIM_NOT_FOUND',
    'HOST_NOT_FOUND',
    'TOKEN_NOT_FOUND',
    'LOOKUP_TIMEOUT',
    'EXTERNAL_ERROR',
  ],
});

export const deleteDkimKey = operation({
  id: 'deleteDkimKey',
  summary: 'Delete a key. A key in use keeps signing for 12 hours, and its record must stay that long.',
  description:
    "For admins of the domain and for staff. Keep the key's record in the DNS until `signsUntil`, because receivers still check messages that were signed with it.",
  feature: 'dkim',
  method: 'POST',
  path: '/panel/domain/dkim/delete',
  access: 'session',
  input: z.object({ dkimId: uuid }),
  output: z.object({ key: dkimKey }),
  errors: ['NOT_AUTHORIZED', 'DKIM_NOT_FOUND'],
});

export type DkimKeyView = z.infer<typeof dkimKey>;
