import type { BulkPreviewRow } from '@postern/contract/bulk';
import type { Database } from '../../db/client.ts';
import type { SessionActor } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { type BulkRow, findJob, type JobKey, listUndone, type RefusedAgain, type Reopened } from './bulk-repository.ts';
import { passwordLabel } from './password-label.ts';
import { previewNewMailboxes, toWrittenAgain } from './preview-new-mailboxes.ts';
import { readDomain } from './read-domain.ts';

export type Line = { row: number; email?: string | undefined };
type Deps = { db: Database; clock: Clock; sealer: Sealer };

/**
 * Which rows may be tried again, and why the others can't. Rows of mailboxes to create that the preview had refused, or that got another
 * address, are checked by the rules of the preview again. All other rows are tried as they are: the job itself says why they fail.
 */
export async function checkLinesAgain(
  deps: Deps,
  actor: SessionActor,
  key: JobKey,
  lines: readonly Line[],
): Promise<{ reopened: Reopened[]; refused: RefusedAgain[] }> {
  const addresses = new Map(lines.map(({ row, email }) => [row, email]));
  const { kind, undone } = await deps.db.asTenant(key.customerId, async (tx) => ({
    kind: (await findJob(tx, key))?.kind,
    undone: await listUndone(tx, key, [...addresses.keys()]),
  }));
  const asTheyAre = ({ state, row, wish }: BulkRow) => {
    const email = addresses.get(row);
    return state === 'failed' && (kind !== 'createMailboxes' || email === undefined || email === wish.address);
  };
  const reopened = undone.filter(asTheyAre).map(({ row }): Reopened => ({ row, wish: null }));
  if (kind !== 'createMailboxes') return { reopened, refused: [] };
  const written = undone
    .filter((row) => !asTheyAre(row))
    .map((row) => toWrittenAgain(row, addresses.get(row.row), openPassword(deps, row)));
  if (written.length === 0) return { reopened, refused: [] };
  const { feasible, rows } = await previewNewMailboxes(deps, actor, await readDomain(deps, actor), written);
  const corrected = feasible.map(({ row, wish }): Reopened => ({ row, wish }));
  return { reopened: [...reopened, ...corrected], refused: rows.flatMap(toRefusedAgain) };
}

const openPassword = ({ sealer }: Deps, { jobId, row, sealedPassword }: BulkRow): string | null =>
  sealedPassword === null ? null : sealer.open(sealedPassword, passwordLabel(jobId, row));

const toRefusedAgain = ({ row, email, code, attrs = {} }: BulkPreviewRow): RefusedAgain[] =>
  code === undefined ? [] : [{ row, address: email, code, attrs }];
