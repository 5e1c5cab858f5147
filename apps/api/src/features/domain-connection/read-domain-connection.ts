import type { DomainConnectData } from '@postern/contract/domain-connection';
import { mayWithDomain } from '@postern/domain/domain-connection';
import { assertMay } from '../../http/assert-may.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { type PublishDeps } from '../dns/public.ts';
import { findConnection } from '../domain-verification/public.ts';
import { toConnectData } from './connect-data-view.ts';
import { ensureDomain } from './ensure-domain.ts';
import { readGround } from './read-ground.ts';

/** What is known of the session's domain, without a look at the DNS. A domain that nobody has asked about is due for its first check from now on. */
export async function readDomainConnection(deps: PublishDeps, { actor }: SessionContext): Promise<DomainConnectData> {
  assertMay(mayWithDomain(actor.role, 'read'));
  const { db, dns } = deps;
  const read = () =>
    db.asTenant(actor.customerId, async (tx) =>
      (await findConnection(tx, actor)) === null ? null : toConnectData(await readGround(tx, dns, actor)),
    );
  const known = await read();
  if (known !== null) return known;
  await ensureDomain(deps, actor);
  return db.asTenant(actor.customerId, async (tx) => toConnectData(await readGround(tx, dns, actor)));
}
