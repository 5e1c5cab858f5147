import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { bundleQuery, empty, text, uuid } from './shapes.ts';

export const recordType = z.enum(['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'SRV', 'CAA', 'NS']);

/**
 * A record of the zone that we hold, as a person edits it. `host` is `@` for the domain itself, `ttl` in seconds. Spec 2 §3, DNS record.
 */
export const dnsRecord = z.object({
  recordId: uuid,
  type: recordType,
  host: z.string(),
  /** In canonical form: `10 mx.example.net` for MX. */
  values: z.array(z.string()),
  ttl: z.number(),
  /** Of an MX record with one value. */
  priority: z.optional(z.number()),
});

/**
 * Whether the world uses the zone that we hold. `none`: this installation has no name servers. `inactive`: the domain uses other name
 * servers, so nobody asks ours. `unknown`: nobody could tell which ones it uses. `active`: it uses ours.
 */
export const zoneStatus = z.enum(['none', 'inactive', 'unknown', 'active']);

export const listDnsRecords = operation({
  id: 'listDnsRecords',
  summary: 'List the records of the zone that we manage for the domain.',
  description:
    'For admins of the domain and for staff. `zoneStatus` says whether the domain uses our name servers; only then do these records count.',
  feature: 'dns',
  method: 'GET',
  path: '/panel/domain/getDnsRecords',
  access: 'session',
  input: z.object(bundleQuery),
  output: z.object({
    records: z.array(dnsRecord),
    zoneStatus,
    /** How many records a zone may hold. */
    recordLimit: z.number(),
    /** The name servers that the domain must use for this zone to count. */
    nameServers: z.array(z.string()),
    /** Whether our name servers already answer with exactly these records. */
    isPublished: z.boolean(),
    /** Another customer had the domain: our name servers answer once its ownership record was seen at another DNS provider. */
    waitsForProof: z.optional(z.boolean()),
  }),
  errors: ['NOT_AUTHORIZED'],
});

export const upsertDnsRecord = operation({
  id: 'upsertDnsRecord',
  summary: 'Add a record to the zone that we manage, or replace one.',
  description:
    'For admins of the domain and for staff. Send `recordId` to replace a record, and leave it out to add one. All values of one name and type are one record. The change is published to our name servers at once.',
  feature: 'dns',
  method: 'POST',
  path: '/panel/domain/upsertDnsRecord',
  access: 'session',
  input: z.object({
    /** The record to change; absent for a new one. */
    recordId: z.optional(uuid),
    type: text(20),
    /** Blank and `@` mean the domain itself. */
    host: text(1000),
    values: z.array(text(5000)).check(z.maxLength(100)),
    ttl: z.number(),
    /** For MX values that don't begin with one. */
    priority: z.optional(z.number()),
  }),
  output: z.object({ record: dnsRecord }),
  errors: [
    'NOT_AUTHORIZED',
    'RECORD_NOT_FOUND',
    'RECORD_EXISTS',
    'RECORD_LIMIT_REACHED',
    'ZONE_FAULT',
    'ZONE_NOT_HELD',
  ],
});

export const deleteDnsRecord = operation({
  id: 'deleteDnsRecord',
  summary: 'Delete a record from the zone that we manage.',
  description:
    'For admins of the domain and for staff. The record disappears from our name servers at once; others may remember it for its `ttl`.',
  feature: 'dns',
  method: 'POST',
  path: '/panel/domain/deleteDnsRecord',
  access: 'session',
  input: z.object({ recordId: uuid }),
  output: empty,
  errors: ['NOT_AUTHORIZED', 'RECORD_NOT_FOUND', 'ZONE_FAULT', 'ZONE_NOT_HELD'],
});

/** A DS record in the parts that registrars ask for; the digest in hexadecimal. RFC 4034 §5. */
const dsRecord = z.object({
  keyTag: z.number(),
  algorithm: z.number(),
  digestType: z.number(),
  digest: z.string(),
});

export const readZoneSigning = operation({
  id: 'readZoneSigning',
  summary: 'Read the DS record that the domain needs at its registrar, and what is there.',
  description:
    'For admins of the domain and for staff. `signing` is null where there is nothing to say: the zone isn’t signed, and no DS record of another provider is at the registrar. `records` are what the owner should enter; none while the domain uses other name servers, as it would be unreachable with them. The state at the registrar is looked up with each call.',
  feature: 'dns',
  method: 'GET',
  path: '/panel/domain/dnssec',
  access: 'session',
  input: z.object(bundleQuery),
  output: z.object({
    signing: z.nullable(
      z.object({
        records: z.array(dsRecord),
        /**
         * `ours`: the right one is there, and no other. `changing`: one of our former key. `mixed`: ours and others. `others`: none is ours,
         * so many can't reach the domain while it uses our name servers. `none`: there is none. `unknown`: nobody answered.
         */
        atRegistrar: z.enum(['ours', 'changing', 'mixed', 'others', 'none', 'unknown']),
        zoneStatus,
      }),
    ),
  }),
  errors: ['NOT_AUTHORIZED', 'EXTERNAL_ERROR'],
});

export type DnsRecordView = z.infer<typeof dnsRecord>;
export type ZoneStatus = z.infer<typeof zoneStatus>;
