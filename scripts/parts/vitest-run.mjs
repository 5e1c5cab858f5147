import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { inRoot, compileCache, pinnedNode, tool } from './repository.mjs';
import { runTool } from './run-tool.mjs';
import { throwAwayFolder } from './throw-away-folder.mjs';

/**
 * Runs `work` with the path of a file that a tool may write and a folder for its temporary files: the tool's result and what it wrote.
 * Both are gone afterwards, also when the run is interrupted.
 */
export async function withReport(work) {
  const folder = mkdtempSync(path.join(throwAwayFolder(), 'postern-run-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const file = path.join(folder, 'report.json');
  const result = await work(file, folder);
  let report = null;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // No report: the runner itself broke.
  }
  remove();
  process.removeListener('exit', remove);
  return { ...result, passed: result.passed && report !== null, report };
}

/**
 * Runs vitest: `{ passed, seconds, report, tests, failures, counts }`. A run without a single test has not passed, unless `args` chose tests that lie
 * elsewhere.
 */
export async function runVitest({ project, args = [], env = {}, show = true }) {
  const result = await withReport((file, folder) =>
    runTool({
      command: pinnedNode(),
      args: [
        tool('vitest/vitest.mjs'),
        'run',
        ...(project ? ['--project', project] : []),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
        ...(args.length > 0 ? ['--passWithNoTests', ...args] : []),
      ],
      env: { ...process.env, ...compileCache, TMPDIR: folder, ...env },
      show,
    }),
  );
  const suites = result.report?.testResults ?? [];
  // A file that cannot be loaded has no test that failed, but it failed.
  const brokenFiles = suites.filter(
    (suite) => suite.status === 'failed' && !suite.assertionResults.some((test) => test.status === 'failed'),
  );
  const tests = suites.flatMap((suite) =>
    suite.assertionResults.map((test) => ({ ...test, file: path.relative(inRoot(), suite.name) })),
  );
  const count = (status) => tests.filter((test) => test.status === status).length;
  const failures = [
    ...brokenFiles.map((suite) => ({ title: path.relative(inRoot(), suite.name), message: suite.message })),
    ...tests
      .filter((test) => test.status === 'failed')
      .map((test) => ({ title: `${test.file} > ${test.fullName}`, message: test.failureMessages.join('\n') })),
  ];
  return { ...result, tests, failures, counts: { passed: count('passed'), failed: failures.length } };
}
