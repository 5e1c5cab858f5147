import type { DomainConnectData } from '@postern/contract/domain-connection';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { assertMay } from '../../http/assert-may.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { type PublishDeps } from '../dns/public.ts';
import { findConnection } from '../domain-verification/public.ts';
import { toConnectData } from './connect-data-view.ts';
import { ensureDomain } from './ensure-domain.ts';
import { readDomainState } from './read-domain-state.ts';

/** What is known about the session's domain, without a DNS query. The first request makes the domain's first check due. */
export async function readDomainConnection(deps: PublishDeps, { actor }: SessionContext): Promise<DomainConnectData> {
  assertMay(mayWithDomain(actor.role, 'read'));
  const { db, dns } = deps;
  const read = () =>
    db.asTenant(actor.customerId, async (tx) =>
      (await findConnection(tx, actor)) === null ? null : toConnectData(await readDomainState(tx, dns, actor)),
    );
  const known = await read();
  if (known !== null) return known;
  await ensureDomain(deps, actor);
  return db.asTenant(actor.customerId, async (tx) => toConnectData(await readDomainState(tx, dns, actor)));
}
