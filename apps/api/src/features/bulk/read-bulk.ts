import { BULK_ROW_CODES, type readBulk as operation } from '@postern/contract/bulk';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { mayInBulk } from '@postern/domain/mailboxes';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { panelUrlOf } from '../partners/public.ts';
import { passwordLinkAddress } from '../sign-in/public.ts';
import { type BulkRow, countRefused, findJob, listRows } from './bulk-repository.ts';

export type ReadDeps = { db: Database; clock: Clock; sealer: Sealer; publicUrl: string };
type Output = OutputOf<typeof operation>;

/** A job's progress and the result of each row, with links to choose a password while they are valid. */
export async function readBulk(
  deps: ReadDeps,
  { actor }: SessionContext,
  input: ParsedInputOf<typeof operation>,
): Promise<Output> {
  assertMay(mayInBulk(actor.role));
  const address = { ...deps, publicUrl: await panelUrlOf(deps, actor.partnerId) };
  const key = { customerId: actor.customerId, bundleId: actor.bundleId, jobId: input.jobId };
  return deps.db.asTenant(actor.customerId, async (tx) => {
    const job = await findJob(tx, key);
    if (job === null || job.state === 'preview') throw new PanelError('NOT_FOUND');
    const listed = input.rows === 'none' ? [] : await listRows(tx, key);
    const refusedRows = listed.filter(({ state }) => state === 'refused');
    const rows = listed.filter(({ state }) => state !== 'refused');
    const refused = input.rows === 'none' ? await countRefused(tx, key) : refusedRows.length;
    const now = deps.clock.now();
    const until = listed.filter((row) => isLinkAlive(row, now)).map(({ linkUntil }) => Number(linkUntil));
    return {
      kind: job.kind,
      status: job.state,
      done: job.done,
      failed: job.failed,
      total: job.total,
      rows: rows.map((row) => toResult(address, now, row)),
      refused,
      refusedRows: refusedRows.map((row) => toResult(address, now, row)),
      ...(until.length === 0 ? {} : { linksUntil: new Date(Math.min(...until)).toISOString() }),
    };
  });
}

/** Whether a new mailbox's owner can still choose the password with the link. */
const isLinkAlive = ({ state, linkId, linkUntil }: BulkRow, now: Date): boolean =>
  state === 'done' && linkId !== null && linkUntil !== null && linkUntil > now;

function toResult(deps: Pick<ReadDeps, 'sealer' | 'publicUrl'>, now: Date, one: BulkRow) {
  const { row, wish, state, code, attrs, linkId } = one;
  const email = wish.address;
  return {
    row,
    email,
    ok: state === 'done' ? true : state === 'failed' || state === 'refused' ? false : null,
    ...(code === null ? {} : { code, message: BULK_ROW_CODES[code] }),
    ...(attrs === null ? {} : { attrs }),
    ...(wish.displayName ? { displayName: wish.displayName } : {}),
    ...(wish.sourceEmail ? { sourceEmail: wish.sourceEmail } : {}),
    ...(wish.alternateEmail ? { alternateEmail: wish.alternateEmail } : {}),
    ...(linkId !== null && isLinkAlive(one, now)
      ? { setPasswordLink: passwordLinkAddress(deps, { purpose: 'set-password', linkId, email }) }
      : {}),
  };
}
