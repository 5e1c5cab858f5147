// A vitest setup file: `npm run test:long` raises the number of examples of every property. This only works if no property sets its own
// number of runs.
import { configureGlobal } from 'fast-check';

const runs = Number(process.env.FAST_CHECK_RUNS);
if (runs > 0) configureGlobal({ numRuns: runs });
