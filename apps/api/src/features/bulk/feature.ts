import { type Feature, onJob } from '../../feature/feature.ts';
import { cleanUpBulkJobs } from './clean-up-bulk.ts';
import { resumeBulkJobs } from './resume-bulk-jobs.ts';
import { bulkRoutes } from './routes.ts';
import { runBulk } from './run-bulk.ts';
import { RUN_BULK } from './run-deps.ts';

export const bulk: Feature = {
  routes: ({ serve }, services) => bulkRoutes(serve, services),
  jobs: [onJob(RUN_BULK, runBulk)],
  sweeps: [{ name: 'bulk', everyMillis: 5_000, run: resumeBulkJobs }],
  cleanUps: [cleanUpBulkJobs],
};
