// npm run postern -- <command>: the command line. Only the command itself writes to standard output.
import { apiTarget } from './parts/api-target.mjs';
import { execNode } from './parts/exec-node.mjs';
import { buildStale } from './parts/build-target.mjs';
import { inRoot } from './parts/repository.mjs';

try {
  await buildStale(apiTarget);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
execNode(inRoot('dist/api/cli.mjs'), process.argv.slice(2));
