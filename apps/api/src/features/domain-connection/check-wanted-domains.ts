import type { BundleKey } from '../../db/bundle-key.ts';
import { readBundle } from '../bundles/public.ts';
import type { PublishDeps } from '../dns/public.ts';
import { findConnection, takeWantedNames, type WantedName } from '../domain-verification/public.ts';
import { checkMailRecords } from './check-mail-records.ts';
import { ensureDomain } from './ensure-domain.ts';
import { runCheck } from './run-check.ts';

const DOMAINS_AT_ONCE = 32;

/**
 * Checks the domains that mail is waiting for, so that it gets through when its sender tries again. The mail servers set the mark, at most
 * once a minute for each domain; a mark that is lost with this process is set again by the next try. ADR 24.
 */
export async function checkWantedDomains(deps: PublishDeps): Promise<void> {
  const names = await deps.db.asSystem((tx) => takeWantedNames(tx, DOMAINS_AT_ONCE));
  await Promise.all(
    names.map((wanted) =>
      check(deps, wanted).catch((error: unknown) =>
        deps.log.error({ err: error, domain: wanted.name }, 'domain that mail waits for not checked'),
      ),
    ),
  );
}

async function check(deps: PublishDeps, { name, customerId, bundleId }: WantedName): Promise<void> {
  const key = { customerId, bundleId };
  await ensureDomain(deps, key);
  if (await isCurrent(deps, key, name)) await runCheck(deps, key);
  else await checkOtherName(deps, key, name);
}

const isCurrent = ({ db }: PublishDeps, key: BundleKey, name: string): Promise<boolean> =>
  db.asTenant(key.customerId, async (tx) => (await readBundle(tx, key))?.domainName === name);

/** Checks another name of the bundle: a former domain, or the target of a domain change. Its connection must exist. */
export async function checkOtherName(deps: PublishDeps, key: BundleKey, name: string): Promise<void> {
  const connection = await deps.db.asTenant(key.customerId, (tx) => findConnection(tx, key));
  if (connection === null) return;
  const { customerId, bundleId } = key;
  await checkMailRecords(deps, { customerId, bundleId, name, ownershipToken: connection.ownershipToken });
}
