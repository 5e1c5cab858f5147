import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './repository.mjs';

const ENTRIES = {
  main: 'apps/api/src/main.ts',
  cli: 'apps/api/src/cli/main.ts',
  'sandbox-gateway': 'packages/sandbox-gateway/src/main.ts',
};
const MIGRATIONS = 'apps/api/src/db/migrations';

/** What must stay in node_modules: files read at run time beside the code (wasm, native binaries, static pages). */
const EXTERNAL = ['@electric-sql/pglite*', '@node-rs/argon2', 'pg-native', '@fastify/swagger-ui'];

/**
 * What an entry begins with: Node keeps the compiled code beside it, so that only the first start after a build compiles
 * anything. Where the folder can't be written it starts as ever.
 */
const launcher = (name) => `import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
enableCompileCache(fileURLToPath(new URL('./compiled', import.meta.url)));
await import('./${name}-code.mjs');
flushCompileCache();
`;

async function bundle(outputFolder) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [`${name}-code`, file])),
    outdir: outputFolder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What is imported when it is needed (a gateway, the reference page) is not read before.
    splitting: true,
    // Loaded on demand, its CommonJS would come without named exports.
    alias: { yaml: inRoot('node_modules/yaml/browser/index.js') },
    platform: 'node',
    format: 'esm',
    target: 'node24',
    sourcemap: 'linked',
    // Names stay as they are, for the places in an error.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    external: EXTERNAL,
    // Bundled CommonJS modules call require, which an ES module doesn't have.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    // Errors arrive in the exception.
    logLevel: 'silent',
  });
  for (const name of Object.keys(ENTRIES)) writeFileSync(path.join(outputFolder, `${name}.mjs`), launcher(name));
  cpSync(inRoot(MIGRATIONS), path.join(outputFolder, 'migrations'), { recursive: true });
}

/** The server, the command line and the sandbox gateway, with what they share. */
export const apiTarget = {
  name: 'api',
  output: 'dist/api',
  // A server that runs imports late what it needs late: from its own build, whatever was built since.
  entries: Object.keys(ENTRIES),
  required: [...Object.values(ENTRIES), MIGRATIONS],
  sources: [
    'apps/api/src',
    'packages/domain/src',
    'packages/contract/src',
    'packages/adapters',
    'packages/sandbox-gateway/src',
    'package-lock.json',
    'tsconfig.json',
    'scripts/parts/api-target.mjs',
  ],
  build: bundle,
};
