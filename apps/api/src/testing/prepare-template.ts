import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '../db/client.ts';
import { FEATURES } from '../features/index.ts';
import { createJobQueue } from '../jobs/job-queue.ts';
import { LOCATIONS } from '../runtime/locations.ts';

/** Fills the template that test databases are copied from: with our migrations and the job queue's tables. */
export async function prepareTemplate(url: string): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'postern-template-'));
  const db = await openDatabase({ dataDir, url, migrationsFolder: LOCATIONS.migrations, poolSize: 2 });
  try {
    const jobs = createJobQueue(db, pino({ level: 'silent' }));
    const queues = FEATURES.flatMap((feature) => feature.jobs ?? []).map(({ queue }) => ({
      queue,
      run: async () => {},
    }));
    await jobs.start(queues);
    await jobs.stop();
  } finally {
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
