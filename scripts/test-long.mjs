// npm run test:long: the full counts. Every *.long.test.ts, and every property with many more examples. Writes docs/proof.md.
//   FAST_CHECK_RUNS=20000   examples a property (default below)
//   npm run test:long -- create-mailbox   only files with this in their name; docs/proof.md stays as it is
import { readFileSync, writeFileSync } from 'node:fs';
import { listTestFiles } from './parts/source-files.mjs';
import { printProof, proofPage } from './parts/proof-table.mjs';
import { inRoot } from './parts/repository.mjs';
import { runVitest } from './parts/vitest-run.mjs';

const EXAMPLES = Number(process.env.FAST_CHECK_RUNS ?? 10_000);
const filters = process.argv.slice(2);
const isWanted = (file) => filters.length === 0 || filters.some((filter) => file.includes(filter));

const secondsOf = (tests) => tests.reduce((total, test) => total + (test.duration ?? 0), 0) / 1000;
const resultOf = (isGood) => (isGood ? 'passed' : 'FAILED');

/** One row a long test: it says itself how many trials it made (`countTrials` of the testkit). */
async function runLongTests() {
  const run = await runVitest({ project: 'long', args: filters, env: { POSTERN_LONG: '1' } });
  const rows = run.tests.map((test) => ({
    suite: test.fullName ?? test.title,
    count: test.meta?.trials ?? 1,
    result: resultOf(test.status === 'passed'),
    seconds: secondsOf([test]),
  }));
  return { passed: run.passed, rows };
}

/** One row a file with properties: its properties times the examples of each. */
async function runProperties() {
  const files = ['apps', 'packages']
    .flatMap(listTestFiles)
    .filter((file) => !file.endsWith('.long.test.ts') && isWanted(file));
  const withProperties = files.filter((file) => /fc\.assert\(/.test(readFileSync(inRoot(file), 'utf8')));
  if (withProperties.length === 0) return { passed: true, rows: [] };
  const run = await runVitest({
    args: ['--testTimeout=3600000', ...withProperties],
    env: { FAST_CHECK_RUNS: String(EXAMPLES) },
  });
  const rows = withProperties.map((file) => {
    const tests = run.tests.filter((test) => test.file === file);
    const properties = readFileSync(inRoot(file), 'utf8').split(/fc\.assert\(/).length - 1;
    return {
      suite: `properties of ${file.replace(/^(apps|packages)\//, '').replace(/\.test\.tsx?$/, '')}`,
      count: properties * EXAMPLES,
      result: resultOf(tests.length > 0 && tests.every((test) => test.status === 'passed')),
      seconds: secondsOf(tests),
    };
  });
  return { passed: run.passed, rows };
}

const long = await runLongTests();
const properties = await runProperties();
const rows = [...long.rows, ...properties.rows];
if (rows.length === 0) {
  console.error('No long test and no property ran.');
  process.exit(1);
}
printProof(rows);
if (filters.length === 0)
  writeFileSync(inRoot('docs/proof.md'), proofPage(rows, { date: new Date(), nodeVersion: process.version }));
process.exitCode = long.passed && properties.passed ? 0 : 1;
