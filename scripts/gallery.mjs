// npm run gallery: takes screenshots of every screen in its states, from the real server with seeded data, into gallery/index.html.
//   npm run gallery                    everything
//   npm run gallery -- general widget  these series only (general, neo, partner, widget, german, cjk, billing, billing-german, sample)
//   npm run gallery -- languages       the main screens in every language, wide and 320 px; or one of them: -- ja
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
execNode(inRoot('e2e/pictures/main.ts'), process.argv.slice(2));
