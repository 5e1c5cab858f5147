import type { DomainConnectData } from '@postern/contract/domain-connection';
import { type RecordType, ROOT_HOST } from '@postern/domain/dns';
import { findProvider } from '@postern/domain/dns-providers';
import {
  domainStatus,
  effectOfFailure,
  type ExpectedRecord,
  ownershipDeadlineMillis,
} from '@postern/domain/domain-connection';
import type { DomainState } from './read-domain-state.ts';

/** What is known about a domain, as the API shows it. Spec 2 §3, Domain connect data. */
export function toConnectData(state: DomainState): DomainConnectData {
  const { connection, expected, planned } = state;
  const { verified, lastCheck, answeredAt, checkStartedAt } = connection;
  const failure = lastCheck?.failure ?? null;
  const flags = failure === null ? null : effectOfFailure(failure);
  const found = (type: RecordType) =>
    (lastCheck?.zone ?? []).filter((each) => each.type === type && each.host === ROOT_HOST).map(({ value }) => value);
  const wasChecked = lastCheck !== null;
  return {
    mxVerified: verified.mx === true,
    spfVerified: verified.spf === true,
    domainOwnershipVerified: verified.ownership === true || !state.countsOwnership,
    dkimVerified: verified.dkim === true && state.signs,
    aVerified: verified.a === true,
    cNameVerified: verified.cname === true,
    lastUpdated: answeredAt?.toISOString() ?? null,
    DomainNotFound: flags?.DomainNotFound ?? false,
    LookupTimeout: flags?.LookupTimeout ?? false,
    mxRecords: found('MX'),
    spfRecords: found('TXT'),
    nsRecords: lastCheck?.nameServers ?? [],
    provider: providerOf(lastCheck?.nameServers ?? []),
    aRecords: found('A'),
    // Optional records are shown along with the required ones.
    expectedRecords: [...expected, ...planned.filter(({ isOptional }) => isOptional)].map(toRow),
    spfWalk: lastCheck?.spfWalk ?? null,
    isDomainConnectDomain: Boolean(lastCheck?.domainConnect),
    status: domainStatus({ ...state, verified, failure, wasChecked }),
    failure,
    isChecking: checkStartedAt !== null,
    findings: lastCheck?.findings ?? [],
    faults: lastCheck?.faults ?? [],
    lookUps: lastCheck?.lookUps ?? [],
    zoneStatus: state.zoneStatus,
    ...(state.zoneWaitsForProof && { zoneWaitsForProof: true }),
    ownershipDeadline: deadlineOf(state),
    // Without a mail plan there is no mail to wait for.
    ...(state.hasMail
      ? { mailState: state.mail.state, mailReceives: state.mail.receives, mailSends: state.mail.maySend }
      : {}),
  };
}

function toRow({
  purpose,
  type,
  host,
  ttlSeconds,
  value,
}: ExpectedRecord): DomainConnectData['expectedRecords'][number] {
  const row = { Type: type, Host: host, TTL: ttlSeconds, purpose };
  if (type !== 'MX') return { ...row, Point_to: value };
  const [priority, exchange = ''] = value.split(' ');
  return { ...row, Point_to: exchange, Priority: Number(priority) };
}

function providerOf(nameServers: readonly string[]): DomainConnectData['provider'] {
  const found = findProvider(nameServers);
  if (found === null) return null;
  const { providerId, name, guide } = found;
  return { providerId, name, guide };
}

/** Null when there is nothing left to prove. */
function deadlineOf({ mailOrder, connection, countsOwnership }: DomainState): string | null {
  if (mailOrder === null || !countsOwnership || connection.verified.ownership === true) return null;
  const millis = ownershipDeadlineMillis({
    createdAtMillis: Math.max(mailOrder.createdAt.getTime(), connection.domainSince?.getTime() ?? 0),
    isTrial: mailOrder.plan.isTrial,
  });
  return millis === null ? null : new Date(millis).toISOString();
}
