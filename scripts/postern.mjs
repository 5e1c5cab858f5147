// npm run postern -- <command>: the command line. Only the command writes to standard output.
import { apiTarget } from './parts/api-target.mjs';
import { become } from './parts/become.mjs';
import { buildStale } from './parts/build-target.mjs';
import { inRoot } from './parts/repository.mjs';

try {
  await buildStale(apiTarget);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
become(inRoot('dist/api/cli.mjs'), process.argv.slice(2));
