import * as z from 'zod/mini';
import { recordType, zoneStatus } from './dns.ts';
import { operation } from './operation.ts';
import { bundleQuery, instant, text } from './shapes.ts';

export const recordPurpose = z.enum(['ownership', 'mx', 'spf', 'dkim', 'dmarc', 'mta-sts', 'tls-rpt', 'a', 'cname']);
export const recordVerdict = z.enum(['match', 'conflict', 'missing', 'stale', 'unknown']);
export const zoneRecord = z.object({ type: recordType, host: z.string(), ttlSeconds: z.number(), value: z.string() });

/** A row of what the domain should have. Capital letters as the specification has them; TTL in seconds. Spec 2 §3. */
const expectedRecord = z.object({
  Type: recordType,
  Host: z.string(),
  Point_to: z.string(),
  /** Of MX: 10 × position. */
  Priority: z.optional(z.number()),
  TTL: z.number(),
  purpose: recordPurpose,
});

/** How something found stands to what is expected, `code` for the text: `before` is there, `after` should be. */
const finding = z.object({
  purpose: recordPurpose,
  verdict: recordVerdict,
  code: z.string(),
  before: z.array(zoneRecord),
  after: z.array(zoneRecord),
});

/** What one look-up came to, and who was asked. */
const lookUp = z.object({
  name: z.string(),
  type: recordType,
  outcome: z.string(),
  asked: z.array(z.object({ server: z.string(), transport: z.enum(['udp', 'tcp']), outcome: z.string() })),
});

const source = z.object({ address: z.string(), date: z.string() });

/** At whom the domain's records are kept, and how the form there takes them: `renderForProvider` of the domain says what goes into which field. */
const provider = z.object({
  providerId: z.string(),
  name: z.string(),
  guide: z.nullable(
    z.object({
      clicks: z.readonly(z.array(z.string())),
      fields: z.object({
        host: z.string(),
        value: z.partialRecord(recordType, z.string()),
        /** Null where the priority of MX stands before the host, in one field. */
        priority: z.nullable(z.string()),
        ttl: z.string(),
      }),
      root: z.string(),
      rootOf: z.partialRecord(recordType, z.string()),
      endsWithDot: z.boolean(),
      helpAddress: z.nullable(z.string()),
      source,
    }),
  ),
});

const spfWalkFault = z.enum([
  ...['SPF_WALK_TOO_MANY_LOOKUPS', 'SPF_WALK_TOO_MANY_VOIDS', 'SPF_WALK_TOO_MANY_MX', 'SPF_WALK_INVALID'],
  ...['SPF_WALK_NO_RECORD', 'SPF_WALK_TWO_RECORDS', 'SPF_WALK_LOOP'],
] as const);

/**
 * What the domain's SPF record asks receivers to look up, with all that it includes, and what makes them give up: advice, which verifies nothing.
 * `code` for the text. RFC 7208 §4.6.4.
 */
const spfWalk = z.object({
  /** Counted to the first beyond `maximum`. */
  lookups: z.number(),
  maximum: z.number(),
  voids: z.number(),
  parts: z.array(z.object({ term: z.string(), lookups: z.number(), isWhole: z.boolean() })),
  faults: z.array(z.object({ code: spfWalkFault, attrs: z.record(z.string(), z.union([z.string(), z.number()])) })),
  /** Names about which nobody answered, so that nothing is said of them. */
  unanswered: z.array(z.string()),
});

/** What anybody may know of a domain's records who is to mend them: what is verified, what was found, and what should be there. */
export const recordsOfDomain = {
  mxVerified: z.boolean(),
  spfVerified: z.boolean(),
  domainOwnershipVerified: z.boolean(),
  dkimVerified: z.boolean(),
  aVerified: z.boolean(),
  cNameVerified: z.boolean(),
  /** When somebody last answered; null before the first check. */
  lastUpdated: z.nullable(instant),
  nsRecords: z.array(z.string()),
  /** Told from the name servers; null where they are ours, of several, or of one that isn't known. */
  provider: z.nullable(provider),
  expectedRecords: z.array(expectedRecord),
  /** Why the last check came to no full answer, in the words of the error catalogue; null where it did. Spec 2 §8, DNS check. */
  failure: z.nullable(
    z.enum(['LOOKUP_TIMEOUT', 'HOST_NOT_FOUND', 'DOMAIN_NOT_FOUND', 'NAME_SERVER_NOT_FOUND', 'ZONE_INACTIVE', 'OTHER']),
  ),
  /** A check that somebody else began is on its way; ask again in a moment. */
  isChecking: z.boolean(),
  findings: z.array(finding),
  /** What is wrong with the domain's records whatever is expected. */
  faults: z.array(z.object({ code: z.string(), host: z.string() })),
  lookUps: z.array(lookUp),
};

/** The same, and what else the domain's own people know of it. Spec 2 §3, Domain connect data. */
const domainConnectData = z.object({
  ...recordsOfDomain,
  DomainNotFound: z.boolean(),
  LookupTimeout: z.boolean(),
  mxRecords: z.array(z.string()),
  spfRecords: z.array(z.string()),
  aRecords: z.array(z.string()),
  /** Null where there is no one record that receivers read. */
  spfWalk: z.nullable(spfWalk),
  /** Whether the domain's provider takes our records by Domain Connect: `startDomainConnect` says where to go. */
  isDomainConnectDomain: z.boolean(),
  /** What the domain's mail comes to in one word. */
  status: z.enum(['verified', 'unverified', 'verifying', 'unknown']),
  zoneStatus,
  /** Until when ownership must be proven; null where it need not be, or is. Spec 2 §9. */
  ownershipDeadline: z.nullable(instant),
});

export const checkDomain = operation({
  id: 'checkDomain',
  summary: "Check the domain's DNS records against the expected ones. A timeout leaves what was verified as it was.",
  feature: 'domain-connection',
  method: 'POST',
  path: '/panel/dns-config',
  access: 'session',
  input: z.object({ domainName: text(1000) }),
  output: domainConnectData,
  errors: ['NOT_AUTHORIZED'],
});

export const readDomainConnection = operation({
  id: 'readDomainConnection',
  summary: "Read the result of the domain's last check, without a new lookup.",
  feature: 'domain-connection',
  method: 'GET',
  path: '/panel/dns-config',
  access: 'session',
  input: z.object(bundleQuery),
  output: domainConnectData,
  errors: ['NOT_AUTHORIZED'],
});

export type DomainConnectData = z.infer<typeof domainConnectData>;
