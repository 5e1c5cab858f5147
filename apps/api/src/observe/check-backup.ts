import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** One night may fail; then a person should look before the second does. */
const OLD_HOURS = 36;
const HOUR_MILLIS = 3_600_000;

/** When the newest whole backup of `postern-backup` began, in Unix milliseconds: the script leaves its name in the file `latest`. Null: there is none. */
export async function readLastBackup(folder: string): Promise<number | null> {
  const name = await readFile(path.join(folder, 'latest'), 'utf8').catch(() => '');
  const [, day, hour, minute, second] = /^(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\s*$/.exec(name) ?? [];
  const began = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(began) ? null : began;
}

/** How old the newest whole backup is. */
export async function checkBackup(folder: string | null, nowMillis: number): Promise<{ ok: boolean; detail: string }> {
  if (folder === null) return { ok: true, detail: 'not watched: POSTERN_BACKUP_DIR is not set' };
  const began = await readLastBackup(folder);
  if (began === null) return { ok: false, detail: `${folder} has no whole backup` };
  const hours = Math.round((nowMillis - began) / HOUR_MILLIS);
  return { ok: hours < OLD_HOURS, detail: `the newest began ${hours} hours ago` };
}
