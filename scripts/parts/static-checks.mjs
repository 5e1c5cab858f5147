import { readFileSync } from 'node:fs';
import { checkDirections } from './check-directions.mjs';
import { npmCommand } from './npm-command.mjs';
import { inRoot, pinnedNode, tool } from './repository.mjs';
import { runTool } from './run-tool.mjs';
import { UNUSED_BY_ANYBODY, UNUSED_BY_THE_PRODUCT } from './unused-code.mjs';

/** The machine that the time limit is meant for has two cores. */
const AT_ONCE = 2;

const nodeTool = (file, ...args) => ({ command: pinnedNode(), args: [tool(file), ...args] });

/**
 * For the two that check types, which are written in Go: one thread each, as they run side by side. With more, each thread works out the
 * shared types anew, and both together take twice the time. They may use some memory before they tidy up, too.
 */
const oneThread = { GOMAXPROCS: '1', GOGC: '400' };
const typeTool = (...args) => ({ ...nodeTool(...args), env: { ...process.env, ...oneThread } });
/** Files that didn't change since the last check aren't checked again. */
const KEPT_TYPES = ['--incremental', '--tsBuildInfoFile', inRoot('.cache', 'types.tsbuildinfo')];

/** The lock file must install as it is, and name no registry: the address differs from place to place. */
async function checkLockFile() {
  const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const remote = Object.entries(lock.packages).filter(([, entry]) => /^(https?|git)/.test(entry.resolved ?? ''));
  const result = await runTool(npmCommand('ci', '--dry-run', '--no-audit', '--no-fund', '--loglevel=error'));
  if (remote.length === 0) return result;
  const names = remote.map(([name]) => name).join('\n');
  return {
    ...result,
    passed: false,
    output: `${result.output}\npackage-lock.json: "resolved" must not name a host (keep .npmrc):\n${names}`,
  };
}

/** What is checked without running the product; slowest first, so that the two lanes end together. */
const CHECKS = [
  {
    name: 'types',
    run: () =>
      runTool(typeTool('typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit', '--checkers', '1', ...KEPT_TYPES)),
  },
  {
    name: 'lint',
    run: () =>
      runTool(
        typeTool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings', 'apps', 'packages', 'e2e', 'bench', 'scripts'),
      ),
  },
  { name: 'directions', run: checkDirections },
  { name: 'unused code', run: () => runTool(nodeTool('knip/bin/knip.js', ...UNUSED_BY_ANYBODY)) },
  { name: 'tests only', run: () => runTool(nodeTool('knip/bin/knip.js', ...UNUSED_BY_THE_PRODUCT)) },
  { name: 'lock file', run: checkLockFile },
  { name: 'OpenAPI', run: () => runTool({ command: pinnedNode(), args: [inRoot('scripts/parts/lint-openapi.mjs')] }) },
  { name: 'format', run: () => runTool(nodeTool('@biomejs/biome/bin/biome', 'format', '.')) },
];

/** Runs every check, two at a time: a list of `{ name, passed, seconds, output }` in the order above. */
export async function runStaticChecks() {
  const results = [];
  const queue = CHECKS.map((check, place) => ({ check, place }));
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      results[next.place] = { name: next.check.name, ...(await next.check.run()) };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}

/** Prints what failed with its output, then one line a check. */
export function printStaticChecks(results) {
  for (const { name, output } of results.filter((result) => !result.passed)) console.log(`\n--- ${name}\n${output}`);
  console.log('');
  for (const { name, passed, seconds } of results)
    console.log(`${passed ? 'ok    ' : 'FAILED'}  ${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s`);
}
