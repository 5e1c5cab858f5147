import type { DnsResolver } from '@postern/adapter-dns/port';
import type { DkimKeyView } from '@postern/contract/dkim';
import { enableDkimKey as enableRule, failDkimKey, startVerifyingDkimKey, verifyDkimKey } from '@postern/domain/dkim';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { writeAudit } from '../../db/audit.ts';
import type { BundleKey } from '../../db/bundle-key.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { ensureConnection, lockConnection, setVerified } from '../domain-verification/public.ts';
import { saveKeys, setEd25519Seen, type StoredKey } from './dkim-repository.ts';
import { toKeyView, toRecord } from './key-view.ts';
import { lockKeys } from './lock-keys.ts';
import { seesEd25519 } from './look-for-ed25519.ts';
import { lookForKey } from './look-for-key.ts';
import { publishKeysChange } from './publish-keys-change.ts';

type EnableDeps = { db: Database; clock: Clock; dns: { resolver: DnsResolver } };
type Rule = (keys: StoredKey[], dkimId: string, nowMillis: number) => ReturnType<typeof verifyDkimKey<StoredKey>>;

/**
 * Lets a key sign from the next message on; the former key signs for 12 more hours. A record that was never seen is looked up first,
 * outside any transaction; if it isn't found, all keys stay as they were. Spec 2 §4.
 */
export async function enableDkimKey(
  deps: EnableDeps,
  { actor, requestId }: SessionContext,
  dkimId: string,
): Promise<{ key: DkimKeyView }> {
  assertMay(mayWithDomain(actor.role, 'change'));
  const { customerId, bundleId } = actor;
  const change = <T>(work: (tx: Queryable) => Promise<T>) => deps.db.asTenant(customerId, work);
  const { key, domainName } = await change((tx) => applyRule(tx, deps, actor, dkimId, startVerifyingDkimKey));
  const wasSeen = key.status === 'active';
  if (!wasSeen) {
    try {
      await lookForKey(deps.dns.resolver, domainName, toRecord(key));
    } catch (error) {
      await change((tx) => applyRule(tx, deps, actor, dkimId, failDkimKey));
      throw error;
    }
  }
  // Every receiver checks RSA, so a missing Ed25519 record doesn't hold the key back.
  const isEd25519Seen = await seesEd25519(deps.dns.resolver, domainName, key);
  const enabled = await change(async (tx) => {
    const done = await applyRule(tx, deps, actor, dkimId, wasSeen ? enableRule : verifyDkimKey);
    await rememberSeen(tx, actor, domainName, deps.clock.now());
    if (!key.isEnabled)
      await writeAudit(tx, deps.clock, {
        ...{ customerId, bundleId, actor: actor.email, requestId, target: domainName },
        ...{ action: 'dkim-key.enabled', attrs: { selector: key.selector } },
      });
    return setEd25519Seen(tx, done.key, isEd25519Seen);
  });
  return { key: toKeyView(enabled, deps.clock.now()) };
}

/**
 * Lets the domain's first key sign, now that a check has seen its record: nobody has to come back for that. A key next to one that signs
 * waits for a person.
 */
export async function enableSeenKey(
  deps: EnableDeps,
  bundleKey: BundleKey,
  { domainName, dkimId }: { domainName: string; dkimId: string },
): Promise<void> {
  const seen = await deps.db.asTenant(bundleKey.customerId, async (tx) => {
    const now = deps.clock.now();
    const held = await lockKeys(tx, bundleKey, now);
    const key = held.keys.find((each) => each.dkimId === dkimId);
    // Meanwhile the key was deleted, another one was enabled, or the domain was changed.
    if (held.domainName !== domainName || key === undefined || held.keys.some(({ isEnabled }) => isEnabled))
      return null;
    await applyRule(tx, deps, bundleKey, dkimId, verifyDkimKey);
    await rememberSeen(tx, bundleKey, domainName, now);
    await writeAudit(tx, deps.clock, {
      ...{ ...bundleKey, actor: 'system', target: domainName },
      ...{ action: 'dkim-key.enabled', attrs: { selector: key.selector } },
    });
    return key;
  });
  if (seen === null || !(await seesEd25519(deps.dns.resolver, domainName, seen))) return;
  await deps.db.asTenant(bundleKey.customerId, (tx) => setEd25519Seen(tx, seen, true));
}

/** Applies a rule to the domain's keys, under the domain's lock. */
async function applyRule(tx: Queryable, { clock }: { clock: Clock }, bundleKey: BundleKey, dkimId: string, rule: Rule) {
  const now = clock.now();
  const { domainName, keys } = await lockKeys(tx, bundleKey, now);
  const changed = rule(keys, dkimId, now.getTime());
  // To the caller, a key that is being deleted is gone.
  if (!changed.ok) throw new PanelError('DKIM_NOT_FOUND');
  await saveKeys(tx, keys, changed.value, now);
  if (keys.some((each, at) => each !== changed.value[at])) await publishKeysChange(tx, clock, bundleKey);
  const key = changed.value.find((each) => each.dkimId === dkimId);
  if (key === undefined) throw new PanelError('DKIM_NOT_FOUND');
  return { key, domainName };
}

async function rememberSeen(tx: Queryable, bundleKey: BundleKey, domainName: string, now: Date): Promise<void> {
  await ensureConnection(tx, bundleKey, domainName, now);
  const connection = await lockConnection(tx, bundleKey);
  if (connection !== null) await setVerified(tx, bundleKey, { ...connection.verified, dkim: true });
}
