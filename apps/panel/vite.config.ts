import { readFileSync } from 'node:fs';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { answersOnly } from './build/answers-only-plugin.ts';
import { catalogues } from './build/catalogue-plugin.ts';
import { embed } from './build/embed-plugin.ts';
import { early } from './build/early-plugin.ts';
import { fontPreload } from './build/font-preload-plugin.ts';
import { missingExports } from './build/missing-exports-plugin.ts';
import { sharedFiles } from './build/shared-files.ts';
import { standIns } from './build/stand-ins-plugin.ts';
import { wholeChunks } from './build/whole-chunks-plugin.ts';

const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/../../package.json`, 'utf8')) as {
  version: string;
};
const api = 'http://127.0.0.1:8080';
const proxied = [
  '/panel',
  '/internal',
  '/sandbox-gateway',
  '/external',
  '/theme.css',
  '/partner-logo',
  '/partner-font',
  '/brand',
];
const shared = sharedFiles();

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    catalogues(`${import.meta.dirname}/locales`),
    answersOnly(),
    standIns(import.meta.dirname),
    // The compiler's port to Rust: what it makes is the same, in a tenth of the time. So tests run on compiled components, too.
    react({ compiler: true }),
    tailwind(),
    fontPreload(),
    ...early(import.meta.dirname, version),
    embed(import.meta.dirname),
    shared.plugin,
    wholeChunks(),
    missingExports(),
  ],
  resolve: {
    alias: {
      // React has this hook itself; the router's library brings the stand-in for older ones.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      // Reading answers takes a tenth of what describing them does.
      ...(command === 'build' ? { 'zod/mini': `${import.meta.dirname}/src/lib/http/contract-shapes.ts` } : {}),
    },
  },
  define: { __APP_VERSION__: JSON.stringify(version) },
  server: {
    port: 5173,
    // Tests bring their own answers.
    proxy: process.env['VITEST']
      ? {}
      : Object.fromEntries(proxied.map((path) => [path, { target: api, changeOrigin: false }])),
  },
  // Named in advance, because a library that is discovered during a test would reload the page under it.
  optimizeDeps: {
    entries: ['src/**/*.{ts,tsx}', '../../packages/ui/src/**/*.tsx'],
    include: [
      'react-dom/client',
      'axe-core',
      'vitest-browser-react',
      'zod/mini',
      '@lingui/core',
      'react/jsx-dev-runtime',
    ],
  },
  build: {
    outDir: '../../dist/panel',
    emptyOutDir: true,
    manifest: true,
    // Small files as data: URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A missing export would otherwise show only when the screen that calls it is opened.
      onLog(level, log, report) {
        report(log.code === 'IMPORT_IS_UNDEFINED' ? 'error' : level, log);
      },
      // No module of our packages has side effects on import, nor what a feature offers others, so a re-export doesn't drag its whole module along.
      treeshake: {
        moduleSideEffects: [
          { test: /\/packages\/(ui|domain|contract)\/src\/.*\.tsx?$/, sideEffects: false },
          { test: /\/features\/[\w-]+\/panel\.ts$/, sideEffects: false },
        ],
      },
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // What every visit loads is one file: it packs better than its pieces and needs one request.
        codeSplitting: { groups: [{ name: 'panel', tags: ['$initial'], priority: 9 }, ...shared.groups] },
      },
    },
  },
}));
