/**
 * How far a reader has come: the snapshot of the database up to which it was told everything, of which start of the database, and when.
 * Transactions finish in another order than they begin in, so that no number of an event could say this.
 */
export type LivePosition = { seconds: number; server: string; snapshot: string };

/** Who missed more than this reads everything anew. What is kept outlives it by a margin. */
export const RESUMABLE_SECONDS = 45 * 60;

const LONGEST_SNAPSHOT = 3_000;

/** As an event's id. So many open transactions that their list gets long are left out: then some events come twice. */
export function writePosition({ seconds, server, snapshot }: LivePosition): string {
  const [oldest = ''] = snapshot.split(':');
  return `${seconds}-${server}-${snapshot.length > LONGEST_SNAPSHOT ? `${oldest}:${oldest}:` : snapshot}`;
}

/** Reads an id that a client sent back; null when it is none of ours. */
export function parsePosition(text: string): LivePosition | null {
  if (text.length > LONGEST_SNAPSHOT + 100) return null;
  const [, seconds, server, snapshot] = /^(\d{1,12})-(\d{1,20})-(\d{1,18}:\d{1,18}:[\d,]*)$/.exec(text) ?? [];
  if (seconds === undefined || server === undefined || snapshot === undefined || !isSnapshot(snapshot)) return null;
  return { seconds: Number(seconds), server, snapshot };
}

/** What the database itself would take: ends in order, and between them open transactions in rising order. */
function isSnapshot(text: string): boolean {
  const [oldest = '', next = '', list = ''] = text.split(':');
  const first = BigInt(oldest);
  const end = BigInt(next);
  if (first === 0n || end < first) return false;
  const parts = list === '' ? [] : list.split(',');
  if (parts.some((part) => part.length === 0 || part.length > 18)) return false;
  const open = parts.map(BigInt);
  return open.every((one, index) => one >= first && one < end && (index === 0 || one > (open[index - 1] ?? 0n)));
}
