import type { DkimKeyView } from '@postern/contract/dkim';
import { DKIM_KEYS_MAXIMUM } from '@postern/domain/dkim';
import { mayWithDomain } from '@postern/domain/domain-connection';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { makeDkimKey } from './make-dkim-key.ts';

type MakeDeps = { db: Database; clock: Clock; sealer: Sealer };

/** Makes another key for the domain, up to the limit. */
export async function generateDkimKey(deps: MakeDeps, context: SessionContext): Promise<{ key: DkimKeyView }> {
  assertMay(mayWithDomain(context.actor.role, 'change'));
  const key = await makeDkimKey(deps, context, (keys) => keys.length < DKIM_KEYS_MAXIMUM);
  if (key === null) throw new PanelError('DKIM_LIMIT_REACHED', { maximum: DKIM_KEYS_MAXIMUM });
  return { key };
}

/** Makes the domain's first key. Does nothing if it has one, so that two requests at once make one key. */
export async function ensureDkimKey(deps: MakeDeps, context: SessionContext): Promise<void> {
  await makeDkimKey(deps, context, (keys) => keys.every(({ status }) => status === 'deleting'));
}
