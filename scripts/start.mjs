// npm start: builds what changed, then is the server.
import { apiTarget } from './parts/api-target.mjs';
import { become } from './parts/become.mjs';
import { buildStale } from './parts/build-target.mjs';
import { panelTarget } from './parts/panel-target.mjs';
import { inRoot } from './parts/repository.mjs';

try {
  await buildStale(apiTarget, panelTarget);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
become(inRoot('dist/api/main.mjs'), process.argv.slice(2));
