import type { Database } from '../../db/client.ts';
import { listOpenDisputes } from './dispute-repository.ts';

const NAMED_MOST = 5;

/** The check of `doctor` for disputes: it fails while one waits for the operator's answer. */
export async function checkDisputes(db: Database): Promise<{ ok: boolean; detail: string }> {
  const open = await db.asSystem((tx) => listOpenDisputes(tx));
  const unanswered = open.filter(({ respondBy }) => respondBy !== null);
  if (unanswered.length === 0) return { ok: true, detail: open.length === 0 ? 'none' : `undecided: ${open.length}` };
  const named = unanswered
    .slice(0, NAMED_MOST)
    .map(({ disputeId, respondBy }) => `${disputeId}: answer until ${respondBy?.toISOString() ?? ''}`);
  const more = unanswered.length - named.length;
  return { ok: false, detail: named.join('; ') + (more > 0 ? `; and ${more} more` : '') };
}
