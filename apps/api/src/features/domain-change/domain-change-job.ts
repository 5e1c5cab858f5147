import { defineJob } from '../../jobs/job.ts';

export const RUN_DOMAIN_CHANGE = defineJob<{ customerId: string; bundleId: string; changeId: string }>(
  'run-domain-change',
);
