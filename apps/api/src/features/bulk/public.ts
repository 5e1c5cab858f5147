export { resumeBulkJobs } from './resume-bulk-jobs.ts';
export { runBulk } from './run-bulk.ts';
