import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './repository.mjs';
import { shapesOnDemand } from './shapes-on-demand.mjs';
import { slimPackages } from './slim-packages.mjs';

const ENTRIES = {
  main: 'apps/api/src/main.ts',
  cli: 'apps/api/src/cli/main.ts',
  'invoice-helper': 'apps/api/src/features/invoices/files/file-helper.ts',
  'import-worker': 'apps/api/src/start/import-worker.ts',
  'sandbox-gateway': 'packages/sandbox-gateway/src/main.ts',
};
const SOURCE_POSITIONS = 'apps/api/src/runtime/source-positions.ts';
const MIGRATIONS = 'apps/api/src/db/migrations';
const TEXTS = 'apps/api/src/texts/locales';

/** Packages that stay in node_modules, as they read files at run time (wasm, native binaries, static pages). */
const EXTERNAL = [
  '@electric-sql/pglite*',
  '@node-rs/argon2',
  'pg-native',
  '@fastify/swagger-ui',
  'pdfkit',
  '@fontsource/onest',
];

/**
 * The code of an entry file. Node keeps the compiled code next to it, so that only the first start after a build compiles
 * anything. If the folder can't be written, it starts without the cache.
 */
const launcher = (name) => `import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import './source-positions.mjs';
enableCompileCache(fileURLToPath(new URL('./compiled', import.meta.url)));
await import('./${name}-code.mjs');
flushCompileCache();
`;

async function bundle(outputFolder) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: {
      ...Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [`${name}-code`, file])),
      'source-positions': SOURCE_POSITIONS,
    },
    outdir: outputFolder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Code that is only imported when needed (a gateway, the reference page) isn't loaded before.
    splitting: true,
    // The CommonJS versions would have no named exports when imported on demand.
    alias: {
      yaml: inRoot('node_modules/yaml/browser/index.js'),
      '@e-invoice-eu/core': inRoot('node_modules/@e-invoice-eu/core/dist/e-invoice-eu.esm.js'),
    },
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // Read when an error's stack is looked at; nobody looks at the sources themselves there.
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [slimPackages, shapesOnDemand],
    // Names aren't minified, so that stack traces stay readable.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    external: EXTERNAL,
    // Bundled CommonJS modules call require, which an ES module doesn't have.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    // Errors are in the exception.
    logLevel: 'silent',
  });
  for (const name of Object.keys(ENTRIES)) writeFileSync(path.join(outputFolder, `${name}.mjs`), launcher(name));
  cpSync(inRoot(MIGRATIONS), path.join(outputFolder, 'migrations'), {
    recursive: true,
    // Nobody reads them at run time: `npm run migration` compares the tables with the last one.
    filter: (file) => !file.endsWith('_snapshot.json'),
  });
  cpSync(inRoot(TEXTS), path.join(outputFolder, 'texts'), { recursive: true });
}

/** The server with its helper for invoices and its worker for imports, the command line and the sandbox gateway, with shared chunks. */
export const apiTarget = {
  name: 'api',
  output: 'dist/api',
  // A running server may import a chunk late, which must be from its own build and not from a newer one.
  entries: Object.keys(ENTRIES),
  required: [...Object.values(ENTRIES), SOURCE_POSITIONS, MIGRATIONS, TEXTS],
  sources: [
    'apps/api/src',
    'packages/domain/src',
    'packages/contract/src',
    'packages/adapters',
    'packages/sandbox-gateway/src',
    'package-lock.json',
    'tsconfig.json',
    'scripts/parts/api-target.mjs',
    'scripts/parts/shapes-on-demand.mjs',
    'scripts/parts/slim-packages.mjs',
  ],
  build: bundle,
};
