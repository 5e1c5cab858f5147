// npm test: the static checks, then every tier of tests; the last line is the sum.
//   npm test                                   everything
//   npm test -- --only=rules,api               these tiers only (check, rules, ports, api, screens, house, e2e)
//   npm test -- create-mailbox                 tests whose file name contains it, in every tier of tests
//   npm test -- --only=api -t 'last admin'     any other option goes to the runner as it is
import { stripVTControlCharacters } from 'node:util';
import { runPlaywright } from './parts/playwright-run.mjs';
import { printStaticChecks, runStaticChecks } from './parts/static-checks.mjs';
import { runVitest } from './parts/vitest-run.mjs';

async function runChecks() {
  const startedAt = performance.now();
  const results = await runStaticChecks();
  printStaticChecks(results);
  return {
    passed: results.every((result) => result.passed),
    seconds: (performance.now() - startedAt) / 1000,
    counts: { passed: 0, failed: 0 },
  };
}

const vitestTier = (project, lane) => ({
  name: project,
  lane,
  run: (args) => runVitest({ project, args, show: lane === 'front' }),
});
/**
 * A tier of the back lane runs beside those of the front lane, and its output comes when it has ended. Journeys and servers wait for one
 * another a good part of their time, screens never: so those are in one lane and these in the other, and both cores are busy to the end.
 */
const TIERS = [
  { name: 'check', lane: 'back', run: runChecks },
  { name: 'e2e', lane: 'front', run: (args) => runPlaywright({ args }) },
  vitestTier('api', 'front'),
  ...['screens', 'ports', 'house', 'rules'].map((project) => vitestTier(project, 'back')),
];

const onlyPrefix = '--only=';
const only = process.argv
  .find((arg) => arg.startsWith(onlyPrefix))
  ?.slice(onlyPrefix.length)
  .split(',');
const args = process.argv.slice(2).filter((arg) => !arg.startsWith(onlyPrefix));
const unknown = only?.filter((name) => !TIERS.some((tier) => tier.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`Unknown tier: ${unknown.join(', ')}. There are ${TIERS.map((tier) => tier.name).join(', ')}.`);
  process.exit(2);
}
// A choice of tests is about tests: the checks run when everything does, or when they are named.
const chosen = TIERS.filter((tier) => (only ? only.includes(tier.name) : tier.name !== 'check' || args.length === 0));

const MESSAGE_LINES = 12;
const firstLines = (message = '') =>
  stripVTControlCharacters(message).trim().split('\n').slice(0, MESSAGE_LINES).join('\n').replaceAll(/^/gm, '        ');

async function runTier(tier) {
  console.log(`\n=== ${tier.name}${tier.lane === 'back' ? ' (beside the others)' : ''}`);
  const { passed, seconds, counts, failures = [], output = '' } = await tier.run(args);
  if (output) console.log(`\n=== ${tier.name}\n${output}`);
  // What broke without a test that failed still counts: the closing line never says 0 failed for a run that failed.
  const failed = passed ? counts.failed : Math.max(counts.failed, 1);
  return { name: tier.name, isGood: passed && failed === 0, seconds, passed: counts.passed, failed, failures };
}

async function runLane(lane) {
  const results = [];
  for (const tier of chosen.filter((each) => each.lane === lane)) results.push(await runTier(tier));
  return results;
}

const startedAt = performance.now();
const results = (await Promise.all([runLane('front'), runLane('back')])).flat();

// Said again at the end, where whoever sees only the last page of a long log looks.
for (const { title, message } of results.flatMap((result) => result.failures)) {
  console.log(`\nFAILED  ${title}\n${firstLines(message)}`);
}

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log('');
for (const { name, isGood, seconds, passed, failed } of results) {
  const counted = name === 'check' ? '' : `${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed`;
  console.log(
    `${isGood ? 'ok    ' : 'FAILED'}  ${name.padEnd(8)} ${seconds.toFixed(1).padStart(7)} s ${counted}`.trimEnd(),
  );
}
console.log(`${' '.repeat(8)}total    ${((performance.now() - startedAt) / 1000).toFixed(1).padStart(7)} s\n`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
const isAboutTests = chosen.some((tier) => tier.name !== 'check');
const didSomething = sum('passed') + sum('failed') > 0 || !isAboutTests;
process.exitCode = results.every((result) => result.isGood) && didSomething ? 0 : 1;
