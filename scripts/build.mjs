// Builds dist/api and dist/panel, each only if its sources have changed.
import { apiTarget } from './parts/api-target.mjs';
import { buildStale } from './parts/build-target.mjs';
import { panelTarget } from './parts/panel-target.mjs';

try {
  await buildStale(apiTarget, panelTarget);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
