import { cpSync } from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './repository.mjs';

const ENTRIES = {
  main: 'apps/api/src/main.ts',
  cli: 'apps/api/src/cli/main.ts',
  'sandbox-gateway': 'packages/adapters/payment/src/sandbox-gateway/main.ts',
};
const MIGRATIONS = 'apps/api/src/db/migrations';

/** What must stay in node_modules: files read at run time beside the code (wasm, native binaries, static pages). */
const EXTERNAL = ['@electric-sql/pglite*', '@node-rs/argon2', 'pg-native', '@fastify/swagger-ui'];

async function bundle(outputFolder) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: outputFolder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    sourcemap: 'linked',
    external: EXTERNAL,
    // Bundled CommonJS modules call require, which an ES module doesn't have.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    // Errors arrive in the exception.
    logLevel: 'silent',
  });
  cpSync(inRoot(MIGRATIONS), path.join(outputFolder, 'migrations'), { recursive: true });
}

/** The server, the command line and the sandbox gateway, each one file. */
export const apiTarget = {
  name: 'api',
  output: 'dist/api',
  required: [...Object.values(ENTRIES), MIGRATIONS],
  sources: [
    'apps/api/src',
    'packages/domain/src',
    'packages/contract/src',
    'packages/adapters',
    'package-lock.json',
    'tsconfig.json',
    'scripts/parts/api-target.mjs',
  ],
  build: bundle,
};
