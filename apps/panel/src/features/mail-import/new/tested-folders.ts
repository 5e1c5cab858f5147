import type { ConnectionTest } from '../queries.ts';
import type { Typed } from './typed-import.ts';

export type TestedFolder = ConnectionTest['folders'][number];

/** Copied only if the person chooses it. */
export const isJunkOrTrash = ({ leftOut }: TestedFolder): boolean => leftOut === 'junk' || leftOut === 'trash';

/** A folder that can be chosen: it has messages of its own. */
export const isOffered = ({ leftOut }: TestedFolder): boolean => leftOut === undefined;

/** What the chosen folders hold. Bytes are null while the server doesn't tell them. */
export function sumsOf(
  folders: readonly TestedFolder[],
  { withJunkAndTrash, leftOut }: Pick<Typed, 'withJunkAndTrash' | 'leftOut'>,
): { folders: number; messages: number; bytes: number } {
  const chosen = folders.filter(
    (one) => (isOffered(one) && !leftOut.includes(one.folder)) || (withJunkAndTrash && isJunkOrTrash(one)),
  );
  return {
    folders: chosen.length,
    messages: chosen.reduce((sum, one) => sum + one.messages, 0),
    bytes: chosen.reduce((sum, one) => sum + (one.bytes ?? 0), 0),
  };
}
