import type { ZoneStatus } from '@postern/contract/dns';
import { isMailOnlyHere, stsRecordText } from '@postern/domain/client-setup';
import { ROOT_HOST, TTL_DEFAULT_SECONDS } from '@postern/domain/dns';
import {
  countsOwnership,
  DMARC_RECORD,
  type DomainMail,
  domainMail,
  type DomainMailState,
  domainMailState,
  type ExpectedRecord,
  expectedRecords,
  isUnder,
  recordsToPlan,
  transportRecords,
} from '@postern/domain/domain-connection';
import type { BundleKey } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import type { DnsServices } from '../../feature/dns-services.ts';
import { PanelError } from '../../http/panel-error.ts';
import { readBundle } from '../bundles/public.ts';
import { findKeyToPublish } from '../dkim/public.ts';
import { waitsForProof, zoneStatusOf } from '../dns/public.ts';
import { type ConnectionRow, findConnection, findMailEvidence } from '../domain-verification/public.ts';
import { findPartner } from '../partners/public.ts';
import { listOrders, type OrderRow } from '../subscriptions/public.ts';
import { ownershipTextOf } from './look-for-mail-records.ts';

/** What the panel knows about a domain, and which records it should have. Checks, plans and answers start from it. */
export type DomainState = {
  domainName: string;
  connection: ConnectionRow;
  expected: ExpectedRecord[];
  /** The records that a plan adds: the required ones, and optional ones. */
  planned: ExpectedRecord[];
  /** The same, and the recommended records: the DMARC policy, and what senders are told about TLS. */
  plannedWithRecommended: ExpectedRecord[];
  countsOwnership: boolean;
  hasMail: boolean;
  mailOrder: OrderRow | null;
  zoneStatus: ZoneStatus;
  /** Another customer had the domain, so our name servers wait for the proof. ADR 110. */
  zoneWaitsForProof: boolean;
  /** The signing key whose record the domain should have; null before the first one is made. */
  key: { dkimId: string; isEnabled: boolean } | null;
  /** Whether a key of the domain is enabled. Without one, mail isn't signed, even if a key's record was seen. */
  signs: boolean;
  /** What our servers do with the domain's mail. ADR 24. */
  mail: DomainMail & { state: DomainMailState };
};

const PROVEN: DomainState['mail'] = { isLocal: true, receives: true, maySend: true, state: 'local' };

const OF_MAIL: readonly ExpectedRecord['purpose'][] = ['mx', 'spf'];

/** The connection's row must exist, see ensure-domain. */
export async function readDomainState(tx: Queryable, dns: DnsServices, bundleKey: BundleKey): Promise<DomainState> {
  const held = await readBundle(tx, bundleKey);
  const connection = await findConnection(tx, bundleKey);
  if (held === null || connection === null) throw new PanelError('BUNDLE_NOT_FOUND');
  const partner = await findPartner(tx, held.partnerId);
  const orders = await listOrders(tx, bundleKey);
  const hasMail = orders.some(({ product }) => product === 'MailSuite');
  const hasSite = orders.some(({ product }) => product === 'Site');
  const key = await findKeyToPublish(tx, bundleKey, held.domainName);
  const wanted = expectedRecords({
    ...dns.targets,
    ...(hasSite ? {} : { siteA: null, siteCname: null }),
    ownershipText: ownershipTextOf(connection.ownershipToken),
  });
  // A customer without a mail order has their mail elsewhere.
  const sold = wanted.filter(({ purpose }) => hasMail || !OF_MAIL.includes(purpose));
  const mail = await readDomainMail(tx, dns, bundleKey, held.domainName);
  const expected = [
    ...sold,
    ...(key === null ? [] : [toExpected(key)]),
    ...(hasMail ? [DMARC_RECORD] : []),
    ...(hasMail && mail.isLocal ? transportOf(dns, connection) : []),
  ];
  const ownership = { countsOwnership: partner !== null && countsOwnership(partner.brand, partner.flags) };
  const second: ExpectedRecord[] = key?.ed25519 ? [{ ...toExpected(key.ed25519), isOptional: true }] : [];
  const all = [...expected, ...second];
  return {
    domainName: held.domainName,
    connection,
    hasMail,
    zoneStatus: await zoneStatusOf(held.domainName, connection, dns),
    zoneWaitsForProof: await waitsForProof(tx, bundleKey),
    ...{ expected, planned: recordsToPlan(all, ownership), ...ownership },
    plannedWithRecommended: recordsToPlan(all, { ...ownership, withRecommended: true }),
    mailOrder: orders.find(({ product }) => product === 'MailSuite') ?? null,
    key,
    signs: key?.isEnabled ?? false,
    mail,
  };
}

/**
 * What senders are told about TLS. Only for a domain that is proven and whose mail comes only here: for others there is no policy, and
 * reports about another's mail servers are none of the operator's business.
 */
function transportOf({ mtaSts, policyHost, tlsReports, targets }: DnsServices, { lastCheck }: ConnectionRow) {
  const { mxHosts } = targets;
  const seen = (lastCheck?.zone ?? []).filter(({ type, host }) => type === 'MX' && host === ROOT_HOST);
  const values = seen.map(({ value }) => value);
  if (!isMailOnlyHere(values, mxHosts)) return [];
  const formerTexts = STS_MODES.filter((mode) => mode !== mtaSts).map((mode) => stsRecordText(mode, mxHosts));
  return transportRecords({
    sts: mtaSts === null ? null : { text: stsRecordText(mtaSts, mxHosts), formerTexts, policyHost },
    reportsTo: tlsReports,
  });
}

const STS_MODES = ['testing', 'enforce'] as const;

/** What our servers do with the mail of a name that the bundle has, or may have. ADR 24. */
export async function readDomainMail(
  tx: Queryable,
  { provenTopLevelDomains }: Pick<DnsServices, 'provenTopLevelDomains'>,
  bundleKey: BundleKey,
  name: string,
): Promise<DomainState['mail']> {
  if (isUnder(provenTopLevelDomains, name)) return PROVEN;
  const evidence = await findMailEvidence(tx, bundleKey, name);
  return { ...domainMail(evidence), state: domainMailState(evidence) };
}

/** The record of a signing key. */
const toExpected = ({ host, value }: { host: string; value: string }): ExpectedRecord => {
  return { purpose: 'dkim', type: 'TXT', host, ttlSeconds: TTL_DEFAULT_SECONDS, value };
};
