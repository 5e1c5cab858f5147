/**
 * How far a reader has come: the database snapshot up to which it has everything, the server start that the snapshot belongs to, and when.
 * An event number can't say this, as transactions don't finish in the order in which they begin.
 */
export type LivePosition = { seconds: number; server: string; snapshot: string };

/** A reader that missed more than this reads everything again. Events are kept somewhat longer. */
export const RESUMABLE_SECONDS = 45 * 60;

const LONGEST_SNAPSHOT = 3_000;

/** Writes a position as an event id. A long list of open transactions is left out; then some events come twice. */
export function writePosition({ seconds, server, snapshot }: LivePosition): string {
  const [oldest = ''] = snapshot.split(':');
  return `${seconds}-${server}-${snapshot.length > LONGEST_SNAPSHOT ? `${oldest}:${oldest}:` : snapshot}`;
}

/** Reads an id that a client sent back; null if it isn't one of ours. */
export function parsePosition(text: string): LivePosition | null {
  if (text.length > LONGEST_SNAPSHOT + 100) return null;
  const [, seconds, server, snapshot] = /^(\d{1,12})-(\d{1,20})-(\d{1,18}:\d{1,18}:[\d,]*)$/.exec(text) ?? [];
  if (seconds === undefined || server === undefined || snapshot === undefined || !isSnapshot(snapshot)) return null;
  return { seconds: Number(seconds), server, snapshot };
}

/** Whether the database would accept it: ordered bounds, and open transactions between them in ascending order. */
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
