// npm run check: types, lint, import directions, unused code, lock file, format.
import { printStaticChecks, runStaticChecks } from './parts/static-checks.mjs';

const results = await runStaticChecks();
printStaticChecks(results);
process.exitCode = results.every((result) => result.passed) ? 0 : 1;
