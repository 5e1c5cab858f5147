import { leadsAway } from './records-in-visit.ts';
/** A place where a supporter looked, for the owner's activity. */
export const VISIT_PLACES = [
  ...(['mailboxes', 'aliases', 'forwarders', 'catchAll', 'spamFilter'] as const),
  ...(['domainSetUp', 'dnsRecords', 'signingKeys', 'plan'] as const),
] as const;
export type VisitPlace = (typeof VISIT_PLACES)[number];

/**
 * How a support visit may use an operation. `look`: allowed, and the owner reads where the supporter looked. `change`: allowed; the
 * operation records what it did. `frame`: allowed, part of every screen, tells nothing that isn't in the banner. `never`: refused.
 */
type VisitRule = { is: 'look'; at: VisitPlace } | { is: 'change' } | { is: 'frame' } | { is: 'never' };

const look = (at: VisitPlace) => ({ is: 'look', at }) as const;
const change = { is: 'change' } as const;
const frame = { is: 'frame' } as const;
const never: VisitRule = { is: 'never' };

/**
 * What a visit may do. Every other operation is refused, so a new one is refused until it is decided: a test compares this list and
 * `REFUSED` with the contract. A visit never changes passwords or two-factor sign-in, reads mail, exports, pays, refunds, cancels, deletes,
 * erases, sees billing details, makes ways to sign in, or changes sign-in addresses. Creating a mailbox is refused too, because it sets the
 * first password. SUP-01, ADR 21.
 */
const ALLOWED: Readonly<Record<string, Exclude<VisitRule, { is: 'never' }>>> = {
  validateToken: frame,
  listBundles: frame,
  followChanges: frame,
  reportEntityChange: frame,
  readFirstSteps: frame,
  readCurrentPlan: look('plan'),
  listAllPlans: look('plan'),
  listMailboxes: look('mailboxes'),
  listSuspensions: look('mailboxes'),
  checkEmailAvailability: look('mailboxes'),
  readMailServers: look('mailboxes'),
  listAliases: look('aliases'),
  listForwarders: look('forwarders'),
  readCatchAll: look('catchAll'),
  readSpamFilter: look('spamFilter'),
  readDomainConnection: look('domainSetUp'),
  listInstructionLinks: look('domainSetUp'),
  readDomainChange: look('domainSetUp'),
  planDomain: look('domainSetUp'),
  listDnsRecords: look('dnsRecords'),
  readZoneSigning: look('dnsRecords'),
  listDkimKeys: look('signingKeys'),
  suspendMailbox: change,
  unsuspendMailbox: change,
  addAlias: change,
  updateAlias: change,
  createForwarder: change,
  addForwarderRecipients: change,
  removeForwarderRecipients: change,
  setCatchAll: change,
  removeCatchAll: change,
  setSpamFilter: change,
  checkDomain: change,
  applyDomainPlan: change,
  undoDomainPlan: change,
  startDomainConnect: change,
  createInstructionLink: change,
  revokeInstructionLink: change,
  upsertDnsRecord: change,
  generateDkimKey: change,
  enableDkimKey: change,
};

export const ALLOWED_IN_VISITS: readonly string[] = Object.keys(ALLOWED);

/** How a visit may use an operation. An operation that isn't listed is refused. */
export const visitRule = (operationId: string): VisitRule =>
  Object.hasOwn(ALLOWED, operationId) ? (ALLOWED[operationId] ?? never) : never;

export const mayInVisit = (operationId: string): boolean => visitRule(operationId).is !== 'never';

/** Whether a visit may send this input. The server looks at the zone as well, by `maySetInVisit`. */
export const mayInVisitWith = (operationId: string, input: unknown): boolean =>
  mayInVisit(operationId) &&
  !(
    operationId === 'upsertDnsRecord' &&
    typeof input === 'object' &&
    input !== null &&
    'type' in input &&
    leadsAway(String(input.type))
  );
