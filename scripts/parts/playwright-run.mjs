import { apiTarget } from './api-target.mjs';
import { buildStale } from './build-target.mjs';
import { panelTarget } from './panel-target.mjs';
import { compileCache, pinnedNode, tool } from './repository.mjs';
import { runTool } from './run-tool.mjs';
import { withReport } from './vitest-run.mjs';

const CONFIG = 'e2e/playwright.config.ts';

/** vitest's filter for titles has another letter here. */
const translated = (args) => args.map((arg) => (arg === '-t' || arg === '--testNamePattern' ? '--grep' : arg));

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
const failuresOf = (report) =>
  (report?.suites ?? []).flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => ({
        title: `${spec.file} > ${spec.title}`,
        message: test.results.flatMap((result) => result.errors.map((error) => error.message)).join('\n'),
      })),
  );

/** Builds what changed and runs the journeys against it: `{ passed, seconds, failures, counts }`. A test that passes on a second try counts as failed. */
export async function runPlaywright({ args = [], show = true }) {
  const startedAt = performance.now();
  try {
    await buildStale(apiTarget, panelTarget);
  } catch (error) {
    console.error(error.message);
    return { passed: false, seconds: (performance.now() - startedAt) / 1000, counts: { passed: 0, failed: 0 } };
  }
  const result = await withReport((file, folder) =>
    runTool({
      command: pinnedNode(),
      args: [
        tool('@playwright/test/cli.js'),
        'test',
        '--config',
        CONFIG,
        '--reporter=list,json',
        ...(args.length > 0 ? ['--pass-with-no-tests', ...translated(args)] : []),
      ],
      env: { ...process.env, ...compileCache, TMPDIR: folder, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      show,
    }),
  );
  const { expected = 0, unexpected = 0, flaky = 0 } = result.report?.stats ?? {};
  return {
    passed: result.passed && flaky === 0,
    seconds: (performance.now() - startedAt) / 1000,
    failures: failuresOf(result.report),
    counts: { passed: expected, failed: unexpected + flaky },
  };
}
