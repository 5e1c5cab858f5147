import pg from 'pg';
import { whereIs } from './where-is.ts';

const ANSWER_WITHIN_MILLIS = 3_000;
/** How long the other servers may take after the first that takes writes has answered. One of them may have replaced it. */
const OTHERS_WITHIN_MILLIS = 500;

/** A server that takes writes; `timeline` counts PostgreSQL's promotions, so of two the one with the higher number is in charge. */
export type Writing = { url: string; timeline: number };

/** Why a server wasn't chosen. */
export type Refused = { url: string; why: string };

/**
 * Asks all servers at once. Resolves with the one that takes writes, of several with the one that was promoted last, and then with
 * `preferred`; with the reasons if there is none.
 */
export async function findWritingServer(
  urls: readonly string[],
  preferred: string | null,
): Promise<Writing | Refused[]> {
  const found: Writing[] = [];
  const refused: Refused[] = [];
  let isLate: (() => void) | undefined;
  const late = new Promise<void>((resolve) => (isLate = resolve));
  let timer: NodeJS.Timeout | undefined;
  const asked = urls.map(async (url) => {
    try {
      found.push({ url, timeline: await timelineOf(url) });
      timer ??= setTimeout(() => isLate?.(), OTHERS_WITHIN_MILLIS);
    } catch (error) {
      refused.push({ url, why: error instanceof Error ? reasonOf(error) : String(error) });
    }
  });
  await Promise.race([Promise.all(asked), late]);
  clearTimeout(timer);
  const [best] = found.toSorted(
    (one, other) => other.timeline - one.timeline || Number(other.url === preferred) - Number(one.url === preferred),
  );
  return best ?? refused;
}

const reasonOf = (error: Error & { code?: unknown }): string =>
  error.message === '' && typeof error.code === 'string' ? error.code : error.message;

/** The number of the promotion from which a server takes writes. Throws if it doesn't, or doesn't answer. */
async function timelineOf(url: string): Promise<number> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'postern-finds-server',
    connectionTimeoutMillis: ANSWER_WITHIN_MILLIS,
    query_timeout: ANSWER_WITHIN_MILLIS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    // The name of a log file begins with the timeline, in eight hexadecimal digits. A standby can't say it, and needn't.
    const { rows } = await client.query<{ file: string | null }>(
      `select case when pg_is_in_recovery() or current_setting('transaction_read_only')::bool then null
         else pg_walfile_name(pg_current_wal_lsn()) end as file`,
    );
    const file = rows[0]?.file ?? null;
    if (file === null) throw new Error('it only reads');
    return Number.parseInt(file.slice(0, 8), 16);
  } finally {
    client.end().catch(() => {});
  }
}

/** The reasons in one line, without a password. */
export const explain = (refused: readonly Refused[]): string =>
  refused.map(({ url, why }) => `${whereIs(url).host}: ${why}`).join('; ');
