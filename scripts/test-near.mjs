// npm run test:near: types, lint of what changed, and the tests near it; for the minute between two thoughts, before npm test.
//   npm run test:near                    since the last commit that main has
//   npm run test:near -- --since REV     since another commit
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { nearTests } from './parts/near-tests.mjs';
import { inRoot, pinnedNode, root, tool } from './parts/repository.mjs';
import { runTool } from './parts/run-tool.mjs';
import { runVitest } from './parts/vitest-run.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

function sinceWhen() {
  const asked = process.argv.indexOf('--since');
  if (asked !== -1) return process.argv[asked + 1] ?? 'HEAD';
  const isMain = git('rev-parse', '--abbrev-ref', 'HEAD')[0] === 'main';
  return isMain ? 'HEAD' : git('merge-base', 'main', 'HEAD')[0];
}

const changed = [...git('diff', '--name-only', sinceWhen()), ...git('ls-files', '--others', '--exclude-standard')];
const sources = changed.filter((file) => /[.](tsx?|mjs)$/.test(file) && existsSync(inRoot(file)));
const tests = nearTests(changed, git('ls-files', '--cached', '--others', '--exclude-standard')).filter((file) =>
  existsSync(inRoot(file)),
);
console.log(`${changed.length} changed, ${tests.length} test files near them`);

const nodeTool = (file, ...args) => runTool({ command: pinnedNode(), args: [tool(file), ...args] });
const checks = [
  nodeTool('typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit'),
  sources.length === 0
    ? Promise.resolve({ passed: true, output: '' })
    : nodeTool('oxlint/bin/oxlint', '--deny-warnings', ...sources),
];
/** The project of vitest.config.ts that a test file is in. */
const projectOf = (file) =>
  file.endsWith('.tsx')
    ? 'screens'
    : (/^(?:apps\/(api)|packages\/(adapters|sandbox-gateway|testkit))\//.exec(file)?.slice(1).find(Boolean) ?? 'rules');
const PROJECTS = {
  api: 'api',
  adapters: 'ports',
  'sandbox-gateway': 'ports',
  testkit: 'house',
  rules: 'rules',
  screens: 'screens',
};

async function runTests() {
  let passed = true;
  for (const project of new Set(Object.values(PROJECTS))) {
    const files = tests.filter((file) => PROJECTS[projectOf(file)] === project);
    if (files.length > 0) passed = (await runVitest({ project, args: files })).passed && passed;
  }
  return passed;
}

const haveTestsPassed = await runTests();
const checked = await Promise.all(checks);
for (const { passed, output } of checked) if (!passed) console.log(output);
if (changed.some((file) => /^(e2e|apps\/panel)\//.test(file)))
  console.log('Journeys are not among them: npm test -- --only=e2e');
process.exitCode = haveTestsPassed && checked.every(({ passed }) => passed) ? 0 : 1;
