import { isDeepStrictEqual } from 'node:util';
import type { DomainCheck } from '@postern/adapter-dns/port';
import { ROOT_HOST, type ZoneRecord } from '@postern/domain/dns';
import {
  isAbsenceCounted,
  isConnected,
  RECHECK_PAUSE_SECONDS,
  recheckAfterSeconds,
  verifiedAfter,
} from '@postern/domain/domain-connection';
import { isSpfText } from '@postern/domain/spf';
import { writeAudit } from '../../db/audit.ts';
import type { BundleKey } from '../../db/bundle-key.ts';
import { publishLive } from '../../db/publish-live.ts';
import { enableSeenKey } from '../dkim/public.ts';
import { claimCheck, type ConnectionRow, endCheck, lockConnection } from '../domain-verification/public.ts';
import type { KeptCheck } from '../domain-verification/tables.ts';
import type { CheckDeps } from './check-deps.ts';
import { checkMailRecords } from './check-mail-records.ts';
import { toConnectData } from './connect-data-view.ts';
import { readDomainState } from './read-domain-state.ts';

/** Longer than any check takes. A check that started earlier was left by a process that died. */
const CHECK_LOST_MILLIS = 60_000;
/** The purposes that the panel shows. */
const PURPOSES = ['ownership', 'mx', 'spf', 'dkim', 'a', 'cname'] as const;
/** How many records are kept of a check; a domain may have any number. */
const KEPT_AT_MOST = 50;

/** Checks the domain, unless a check is running or has just ended. False when it did not check. */
export async function runCheck(deps: CheckDeps, key: BundleKey): Promise<boolean> {
  const { db, clock, dns } = deps;
  const started = clock.now();
  const before = (millis: number) => new Date(started.getTime() - millis);
  const claim = {
    now: started,
    checkedBefore: before(RECHECK_PAUSE_SECONDS * 1000),
    startedBefore: before(CHECK_LOST_MILLIS),
  };
  const state = await db.asTenant(key.customerId, async (tx) =>
    (await claimCheck(tx, key, claim)) ? readDomainState(tx, dns, key) : null,
  );
  if (state === null) return false;
  const { domainName, expected } = state;
  const { ownershipToken } = state.connection;
  // A connected domain has all records, so it needn't be offered Domain Connect.
  const isDone = isConnected(state.connection.verified, state);
  const [check, mail, domainConnect] = await Promise.all([
    dns.checkDomain(domainName, expected),
    checkMailRecords(deps, { ...key, name: domainName, ownershipToken }),
    isDone ? null : (dns.domainConnect?.discover(domainName) ?? null),
  ]);
  const keyFindings = check.findings.filter(({ purpose }) => purpose === 'dkim');
  const isKeySeen = keyFindings.length > 0 && keyFindings.every(({ verdict }) => verdict === 'match');
  // Before the result is stored, which then says that mail is signed.
  if (state.key && !state.signs && isKeySeen) await enableSeenKey(deps, key, { domainName, dkimId: state.key.dkimId });
  await db.asTenant(key.customerId, async (tx) => {
    const row = await lockConnection(tx, key);
    // Another check has started since: this one took too long and is outdated.
    if (row?.checkStartedAt?.getTime() !== started.getTime()) return;
    const now = clock.now();
    const verified = verifiedAfter(row.verified, check.findings);
    const isNow = isConnected(verified, state);
    const ageSeconds = (now.getTime() - row.createdAt.getTime()) / 1000;
    const isAnswered = check.findings.some(({ verdict }) => verdict !== 'unknown');
    const lastCheck = { ...toKept(check), domainConnect };
    const pause = recheckAfterSeconds({
      ...{ isConnected: isNow, ageSeconds },
      isUncertain: mail !== null && isAbsenceCounted(mail.evidence),
    });
    await endCheck(tx, key, {
      verified,
      lastCheck,
      answeredAt: isAnswered ? now : row.answeredAt,
      checkedAt: now,
      nextCheckAt: new Date(now.getTime() + 1000 * pause),
    });
    if (mail?.isChanged === true || isNews(row, { verified, lastCheck })) {
      const entity = toConnectData(await readDomainState(tx, dns, key));
      await publishLive(tx, clock, { ...key, event: 'domain-check', entity });
    }
    if (isNow === isConnected(row.verified, state)) return;
    await writeAudit(tx, clock, {
      ...{ ...key, actor: 'system', target: domainName, attrs: { verified } },
      action: isNow ? 'domain.connected' : 'domain.disconnected',
    });
  });
  return true;
}

/** Whether the panel would show a difference. */
function isNews(before: ConnectionRow, after: Pick<ConnectionRow, 'verified' | 'lastCheck'>): boolean {
  const shown = ({ verified, lastCheck }: Pick<ConnectionRow, 'verified' | 'lastCheck'>) => {
    const seen = PURPOSES.filter((purpose) => verified[purpose] === true);
    // Without TTLs, which count down in resolvers' caches.
    const found = lastCheck?.findings.map(({ code, before }) => [code, before.map(({ value }) => value).toSorted()]);
    const { failure, nameServers, spfWalk } = lastCheck ?? { failure: null, nameServers: null };
    return [seen, failure, nameServers?.toSorted(), found, spfWalk ?? null];
  };
  // Not compared as JSON text: the database may return an object's keys in another order.
  return before.lastCheck === null || !isDeepStrictEqual(shown(before), shown(after));
}

function toKept({ failure, findings, faults, zone, lookUps, nameServers, spfWalk }: DomainCheck): KeptCheck {
  const { result } = nameServers;
  return {
    failure,
    findings: findings.slice(0, KEPT_AT_MOST).map(({ purpose, verdict, code, before, after }) => ({
      ...{ purpose, verdict, code },
      before: before.slice(0, KEPT_AT_MOST),
      after,
    })),
    faults: faults.map(({ code, host }) => ({ code, host })),
    zone: zone.filter(matters).slice(0, KEPT_AT_MOST),
    spfWalk,
    nameServers: result.kind === 'found' ? result.values.slice(0, KEPT_AT_MOST) : 'ttlSeconds' in result ? [] : null,
    lookUps: [...lookUps, nameServers].map(({ name, type, result: { kind }, asked }) => ({
      ...{ name, type, outcome: kind },
      asked: asked.slice(0, KEPT_AT_MOST).map(({ server, transport, outcome }) => ({ server, transport, outcome })),
    })),
  };
}

/** Drops the root's TXT records other than SPF, which are none of our business. */
const matters = ({ type, host, value }: ZoneRecord): boolean =>
  type !== 'TXT' || host !== ROOT_HOST || isSpfText(value);
