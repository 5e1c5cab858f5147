import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { compressFiles } from './compress-files.mjs';
import { inRoot, pinnedNode, tool } from './repository.mjs';

async function bundle(outputFolder) {
  const args = [tool('vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir', outputFolder, '--emptyOutDir'];
  // Its standard output goes to our standard error: what `postern` prints must stay its own.
  // A test that has the panel built must not get the libraries' parts for tests in it.
  const env = { ...process.env, NODE_ENV: 'production' };
  const vite = spawn(pinnedNode(), args, { cwd: inRoot('apps/panel'), stdio: ['ignore', 2, 2], env });
  const [code, signal] = await once(vite, 'exit');
  if (code !== 0) throw new Error(`vite build failed (${signal ?? `exit code ${code}`})`);
  await compressFiles(outputFolder);
}

/** The panel as static files. */
export const panelTarget = {
  name: 'panel',
  output: 'dist/panel',
  required: ['apps/panel/index.html', 'apps/panel/vite.config.ts', 'apps/panel/src/main.tsx'],
  sources: [
    'apps/panel',
    'packages/domain/src',
    'packages/contract/src',
    'packages/embed/src',
    'packages/ui',
    'package-lock.json',
    'tsconfig.json',
    'scripts/parts/compress-files.mjs',
    'scripts/parts/panel-target.mjs',
  ],
  build: bundle,
};
