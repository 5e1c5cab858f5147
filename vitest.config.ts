import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const chromium = playwright({
  // Tests look at states, not at the animation between them.
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: { executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] },
});

/**
 * How long one test of servers or screens may take before it counts as hung: far more than any needs, even with everything else running on
 * two slow cores.
 */
const HUNG_MS = 120_000;

/** The long suite: full counts, only for `npm run test:long`. */
const LONG_TESTS = '**/*.long.test.ts';
const isLongRun = process.env.POSTERN_LONG === '1';

/** Tests that need a page with nothing loaded: each file gets a page of its own. */
const FRESH_PAGES = '**/*.fresh.test.tsx';

const propertyRuns = process.env.FAST_CHECK_RUNS ? ['packages/testkit/src/property-runs.ts'] : [];
const quick = { exclude: [LONG_TESTS, '**/node_modules/**'], setupFiles: propertyRuns };
/** Node strips the types and caches the compiled code; the files of a worker share what they import. */
const runByNode = { isolate: false, experimental: { viteModuleRunner: false, nodeLoader: false } } as const;
const withServers = {
  globalSetup: ['scripts/parts/vitest-built-api.mjs', 'packages/testkit/src/vitest-postgres.ts'],
  pool: 'forks' as const,
};

const production = { 'process.env.NODE_ENV': JSON.stringify('production') };
/** Screens run on the React that people get. Its development build takes twice the time: it notes where each element was made. */
const reactAsDelivered = {
  plugins: [
    {
      name: 'react-as-delivered',
      // Early, because the plugin that compiles the components reads it as soon as it can.
      configResolved: {
        order: 'pre' as const,
        handler: (config: object) => Object.assign(config, { isProduction: true }),
      },
    },
  ],
  define: production,
  optimizeDeps: { rolldownOptions: { transform: { define: production } } },
};

const long = {
  test: {
    ...withServers,
    globalSetup: [...withServers.globalSetup, 'packages/testkit/src/vitest-mail-stack.ts'],
    name: 'long',
    include: [`{apps,packages}/${LONG_TESTS}`],
    exclude: ['**/node_modules/**'],
    fileParallelism: false,
    // Five years of a thousand subscriptions take half an hour, or much more beside other work.
    testTimeout: 7_200_000,
    hookTimeout: 120_000,
  },
};

/** One project per tier: rules are pure and quick, ports and api talk to real servers, screens run in a real browser, house checks the repository. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    allowOnly: false,
    // How long a state may take to appear on a loaded machine.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        test: {
          ...quick,
          name: 'rules',
          include: ['packages/{domain,contract,embed,ui}/src/**/*.test.ts', 'apps/panel/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        test: {
          ...quick,
          ...runByNode,
          // The panel of the stack is the built one, which the time limit of the stack's start doesn't count.
          globalSetup: ['scripts/parts/vitest-built-api.mjs', 'packages/testkit/src/vitest-mail-stack.ts'],
          name: 'ports',
          include: ['packages/{adapters/*,sandbox-gateway}/src/**/*.test.ts'],
          pool: 'forks',
          testTimeout: HUNG_MS,
          hookTimeout: HUNG_MS,
        },
      },
      {
        test: {
          ...quick,
          ...withServers,
          ...runByNode,
          name: 'api',
          include: ['apps/api/src/**/*.test.ts'],
          testTimeout: HUNG_MS,
          hookTimeout: HUNG_MS,
        },
      },
      {
        extends: 'apps/panel/vite.config.ts',
        ...reactAsDelivered,
        test: {
          name: 'screens',
          maxWorkers: 2,
          // The files of a worker share a page, which loads the panel once.
          isolate: false,
          setupFiles: `${import.meta.dirname}/packages/ui/src/testing/start-clean.ts`,
          expect: { poll: { timeout: 15_000 } },
          testTimeout: HUNG_MS,
          include: ['apps/panel/src/**/*.test.tsx', 'packages/ui/src/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 860 },
            provider: chromium,
            instances: [
              { browser: 'chromium', exclude: [FRESH_PAGES, '**/node_modules/**'] },
              {
                browser: 'chromium',
                name: 'screens, fresh pages',
                include: [`apps/panel/${FRESH_PAGES}`],
                isolate: true,
              },
            ],
          },
        },
      },
      {
        test: {
          ...quick,
          name: 'house',
          include: ['packages/testkit/src/**/*.test.ts'],
          pool: 'forks',
          testTimeout: HUNG_MS,
          hookTimeout: HUNG_MS,
        },
      },
      ...(isLongRun ? [long] : []),
    ],
  },
});
