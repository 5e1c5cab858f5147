import * as z from 'zod/mini';
import { zoneStatus } from './dns.ts';
import { recordPurpose, recordVerdict, zoneRecord } from './domain-connection.ts';
import { operation } from './operation.ts';
import { empty, uuid } from './shapes.ts';

export const zoneChange = z.object({
  action: z.enum(['add', 'change', 'merge', 'remove', 'leave']),
  before: z.array(zoneRecord),
  after: z.array(zoneRecord),
  why: z.object({ purpose: recordPurpose, verdict: recordVerdict, code: z.string() }),
});

export const planDomain = operation({
  id: 'planDomain',
  summary: 'Plan the changes that the zone we manage needs so that the domain works. Changes nothing yet.',
  description:
    'For admins of the domain and for staff. Compares the records of our zone with the expected ones and proposes what to add, change, merge or remove. A plan is valid for 24 hours. With `withSigning`, a domain without a signing key gets one, which signs as soon as its record was seen, and the plan has the recommended records, too: DMARC, and MTA-STS and an address for reports about TLS where the operator offers them.',
  feature: 'domain-plan',
  method: 'POST',
  path: '/panel/domain/plan',
  access: 'session',
  input: z.object({
    /** Also plan what makes others trust the domain's mail: the signing key's records, and a DMARC policy if there is none. */
    withSigning: z.optional(z.boolean()),
  }),
  output: z.object({ planId: uuid, changes: z.array(zoneChange), zoneStatus }),
  errors: ['NOT_AUTHORIZED', 'ZONE_NOT_HELD'],
});

export const applyDomainPlan = operation({
  id: 'applyDomainPlan',
  summary: 'Apply a plan, all of it or nothing. Repeating it changes nothing.',
  description:
    'For admins of the domain and for staff. Refused with ZONE_CHANGED if a record was changed since the plan was made.',
  feature: 'domain-plan',
  method: 'POST',
  path: '/panel/domain/plan/{planId}/apply',
  access: 'session',
  input: z.object({ planId: uuid }),
  output: z.object({ undoId: uuid }),
  errors: ['NOT_AUTHORIZED', 'PLAN_NOT_FOUND', 'RECORD_LIMIT_REACHED', 'ZONE_CHANGED', 'ZONE_NOT_HELD'],
});

export const undoDomainPlan = operation({
  id: 'undoDomainPlan',
  summary: 'Undo an applied plan. What others have changed in the meantime stays.',
  description: 'For admins of the domain and for staff. `undoId` is what applyDomainPlan answered.',
  feature: 'domain-plan',
  method: 'POST',
  path: '/panel/domain/undo',
  access: 'session',
  input: z.object({ undoId: uuid }),
  output: empty,
  errors: ['NOT_AUTHORIZED', 'PLAN_NOT_FOUND', 'RECORD_LIMIT_REACHED', 'ZONE_CHANGED', 'ZONE_NOT_HELD'],
});
