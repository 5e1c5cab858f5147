// npm start: builds what has changed, then becomes the server.
import { apiTarget } from './parts/api-target.mjs';
import { execNode } from './parts/exec-node.mjs';
import { buildStale } from './parts/build-target.mjs';
import { panelTarget } from './parts/panel-target.mjs';
import { inRoot } from './parts/repository.mjs';

try {
  await buildStale(apiTarget, panelTarget);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
execNode(inRoot('dist/api/main.mjs'), process.argv.slice(2));
