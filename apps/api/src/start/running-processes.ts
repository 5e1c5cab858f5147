import { eq, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../db/client.ts';
import { SILENT_SECONDS } from '../db/schema/migrate.ts';
import { runningProcess } from '../db/tables.ts';
import type { Release } from '../runtime/release.ts';

export type RunningRelease = Pick<Release, 'version' | 'schema' | 'madeAt'> & { page: string | null };

/** Says that this process runs, and returns what the other processes run that said so in the last seconds. */
export async function announceProcess(
  db: Database,
  processId: string,
  { version, schema, madeAt, page }: RunningRelease,
): Promise<RunningRelease[]> {
  const made = madeAt?.toISOString() ?? null;
  await db.global.execute(sql`
    with forgotten as (
      delete from running_process where seen_at < now() - interval '1 day' and process_id <> ${processId}
    )
    insert into running_process (process_id, version, schema, made_at, page, seen_at)
    values (${processId}, ${version}, ${schema}, ${made}, ${page}, now())
    on conflict (process_id) do update set seen_at = now()`);
  // Only now, when the others can see this one: of two that start at once, at least one knows of the other.
  const rows = await rowsOf<{ version: string; schema: number; made: number | null; page: string | null }>(
    db.global,
    sql`select version, schema, extract(epoch from made_at)::float8 * 1000 as made, page from running_process
      where process_id <> ${processId} and seen_at > now() - make_interval(secs => ${SILENT_SECONDS})`,
  );
  return rows.map(({ made: millis, ...other }) => ({ ...other, madeAt: millis === null ? null : new Date(millis) }));
}

/** Says that this process has ended. */
export async function forgetProcess(db: Database, processId: string): Promise<void> {
  await db.global.delete(runningProcess).where(eq(runningProcess.processId, processId));
}
