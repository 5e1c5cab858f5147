import * as z from 'zod/mini';
import { recordType, zoneStatus } from './dns.ts';
import { operation } from './operation.ts';
import { bundleQuery, instant, text } from './shapes.ts';

export const recordPurpose = z.enum(['ownership', 'mx', 'spf', 'dkim', 'dmarc', 'mta-sts', 'tls-rpt', 'a', 'cname']);
export const recordVerdict = z.enum(['match', 'conflict', 'missing', 'stale', 'unknown']);
export const zoneRecord = z.object({ type: recordType, host: z.string(), ttlSeconds: z.number(), value: z.string() });

/** A record that the domain should have. Capital letters as in the specification; TTL in seconds. Spec 2 §3. */
export const expectedRecord = z.object({
  Type: recordType,
  Host: z.string(),
  Point_to: z.string(),
  /** Of MX: 10 × position. */
  Priority: z.optional(z.number()),
  TTL: z.number(),
  purpose: recordPurpose,
});

/** How something found compares with what is expected: `before` is there, `after` should be there. `code` is for the text. */
export const finding = z.object({
  purpose: recordPurpose,
  verdict: recordVerdict,
  code: z.string(),
  before: z.array(zoneRecord),
  after: z.array(zoneRecord),
});

/** The result of one lookup, and which servers were asked. */
export const lookUp = z.object({
  name: z.string(),
  type: recordType,
  outcome: z.string(),
  asked: z.array(z.object({ server: z.string(), transport: z.enum(['udp', 'tcp']), outcome: z.string() })),
});

const source = z.object({ address: z.string(), date: z.string() });

/**
 * The company that hosts the domain's records, and what its form looks like: `renderForProvider` of the domain says what goes into which
 * field.
 */
export const provider = z.object({
  providerId: z.string(),
  name: z.string(),
  guide: z.nullable(
    z.object({
      clicks: z.readonly(z.array(z.string())),
      fields: z.object({
        host: z.string(),
        value: z.partialRecord(recordType, z.string()),
        /** Null where the priority goes into the same field as the host, before it. */
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
 * What receivers must look up for the domain's SPF record and everything it includes, and what makes them give up. Advice only: it verifies
 * nothing. `code` is for the text. RFC 7208 §4.6.4.
 */
export const spfWalk = z.object({
  /** Counting stops at the first one beyond `maximum`. */
  lookups: z.number(),
  maximum: z.number(),
  voids: z.number(),
  parts: z.array(z.object({ term: z.string(), lookups: z.number(), isWhole: z.boolean() })),
  faults: z.array(z.object({ code: spfWalkFault, attrs: z.record(z.string(), z.union([z.string(), z.number()])) })),
  /** Names that nobody answered for, so that nothing is known about them. */
  unanswered: z.array(z.string()),
});

/** What anybody who works on the domain's records may know: what is verified, what was found, and what should be there. */
export const recordsOfDomain = {
  mxVerified: z.boolean(),
  spfVerified: z.boolean(),
  domainOwnershipVerified: z.boolean(),
  dkimVerified: z.boolean(),
  aVerified: z.boolean(),
  cNameVerified: z.boolean(),
  /** When a name server last answered; null before the first check. */
  lastUpdated: z.nullable(instant),
  nsRecords: z.array(z.string()),
  /** Recognized by the name servers; null where they are ours, of several providers, or of an unknown one. */
  provider: z.nullable(provider),
  expectedRecords: z.array(expectedRecord),
  /** Why the last check got no complete answer, in the words of the error catalogue; null if it did. Spec 2 §8, DNS check. */
  failure: z.nullable(
    z.enum(['LOOKUP_TIMEOUT', 'HOST_NOT_FOUND', 'DOMAIN_NOT_FOUND', 'NAME_SERVER_NOT_FOUND', 'ZONE_INACTIVE', 'OTHER']),
  ),
  /** Another check is running; ask again in a moment. */
  isChecking: z.boolean(),
  findings: z.array(finding),
  /** Faults of the domain's records, whatever is expected. */
  faults: z.array(z.object({ code: z.string(), host: z.string() })),
  lookUps: z.array(lookUp),
};

/** Whether mail for a domain arrives here, not yet, or no longer because its MX record leads elsewhere. */
export const mailState = z.enum(['local', 'waiting', 'moved-away']);

/** The same, and what only the domain's own people may know. Spec 2 §3, Domain connect data. */
export const domainConnectData = z.object({
  ...recordsOfDomain,
  DomainNotFound: z.boolean(),
  LookupTimeout: z.boolean(),
  mxRecords: z.array(z.string()),
  spfRecords: z.array(z.string()),
  aRecords: z.array(z.string()),
  /** Null unless there is exactly one SPF record, as receivers read no other. */
  spfWalk: z.nullable(spfWalk),
  /** Whether the domain's provider accepts our records by Domain Connect: `startDomainConnect` says where to go. */
  isDomainConnectDomain: z.boolean(),
  /** The state of the domain's mail in one word. */
  status: z.enum(['verified', 'unverified', 'verifying', 'unknown']),
  zoneStatus,
  /** Until when ownership must be proven; null where it need not be, or is. Spec 2 §9. */
  ownershipDeadline: z.nullable(instant),
  /** Another customer had the domain: our name servers answer once its ownership record was seen at another DNS provider. */
  zoneWaitsForProof: z.optional(z.boolean()),
  mailState: z.optional(mailState),
  /** Whether mail from outside is accepted, and whether the domain's mailboxes may send; otherwise both wait for the domain's records. */
  mailReceives: z.optional(z.boolean()),
  mailSends: z.optional(z.boolean()),
});

export const checkDomain = operation({
  id: 'checkDomain',
  summary: "Check the domain's DNS records against the expected ones. A timeout leaves what was verified as it was.",
  description:
    "Asks the domain's authoritative name servers, so it may take some seconds. Only one check of a domain runs at a time; `isChecking` says that another one is running. `expectedRecords` is what the domain should have.",
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
  description: 'Answers at once with what the last check found. Use checkDomain to look again.',
  feature: 'domain-connection',
  method: 'GET',
  path: '/panel/dns-config',
  access: 'session',
  input: z.object(bundleQuery),
  output: domainConnectData,
  errors: ['NOT_AUTHORIZED'],
});

export type DomainConnectData = z.infer<typeof domainConnectData>;
