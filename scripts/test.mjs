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

const onlyPrefix = '--only=';
const only = process.argv
  .find((arg) => arg.startsWith(onlyPrefix))
  ?.slice(onlyPrefix.length)
  .split(',');
const args = process.argv.slice(2).filter((arg) => !arg.startsWith(onlyPrefix));

const vitestTier = (project, shard) => ({
  name: project,
  part: shard,
  run: (show) => runVitest({ project, args: shard ? [`--shard=${shard}`] : args, show }),
});
/**
 * The longest first: two run at a time, and the short ones at the end let both cores be busy to the end. Journeys begin beside screens, because
 * servers wait for one another a good part of their time and screens never do.
 */
const TIERS = [
  { name: 'e2e', run: (show) => runPlaywright({ args, show }) },
  vitestTier('screens'),
  // Two parts, or else the last of it would run alone. A choice of tests may be too small to part.
  ...(args.length === 0 ? ['1/2', '2/2'] : [undefined]).map((shard) => vitestTier('api', shard)),
  vitestTier('ports'),
  { name: 'check', run: runChecks },
  vitestTier('house'),
  vitestTier('rules'),
];
const AT_ONCE = 2;

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

/** Output of the first lane is shown as it runs, the rest when it has ended. */
async function runTier(tier, isShown) {
  const title = [tier.name, tier.part].filter(Boolean).join(' ');
  console.log(`\n=== ${title}${isShown ? '' : ' (beside the others)'}`);
  const { passed, seconds, counts, failures = [], output = '' } = await tier.run(isShown);
  if (output) console.log(`\n=== ${title}\n${output}`);
  // A failure outside any test still counts: the closing line never says 0 failed for a failed run.
  const failed = passed ? counts.failed : Math.max(counts.failed, 1);
  return { name: title, isGood: passed && failed === 0, seconds, passed: counts.passed, failed, failures };
}

const startedAt = performance.now();
const waiting = chosen.values();
const results = [];
await Promise.all(
  Array.from({ length: AT_ONCE }, async (_, lane) => {
    for (const tier of waiting) results.push(await runTier(tier, lane === 0));
  }),
);

// Said again at the end, for the reader who sees only the last page of a long log.
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
