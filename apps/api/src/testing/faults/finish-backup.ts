import { writeFileSync } from 'node:fs';
import path from 'node:path';

const DAY_MILLIS = 86_400_000;

/** A whole backup began so many days ago: leaves what `postern-backup` leaves for those who watch it. */
export function finishBackup(folder: string, daysAgo: number): void {
  const began = new Date(Date.now() - daysAgo * DAY_MILLIS).toISOString().replace(/:|\.\d+/g, '');
  writeFileSync(path.join(folder, 'latest'), `${began}\n`);
}
