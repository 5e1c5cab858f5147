// `npm run bench`: compares Postern with its peers and with the limit of its stack, and writes bench/results.md and bench/growth.svg.
// `-- --short` is a trial run that writes nothing; `-- --only=growth,5` measures parts, by name or by the number of a goal, and writes
// nothing either.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createCleanUps, type Defer } from './clean-ups.ts';
import { measureBulk } from './goals/bulk.ts';
import { measureColdStart } from './goals/cold-start.ts';
import { measureDomainChecks } from './goals/domain-checks.ts';
import { measureFirstPage } from './goals/first-page.ts';
import type { BenchContext } from './goals/context.ts';
import { measureGrowth, measureGrowthLines } from './goals/growth.ts';
import { measureImports } from './goals/imports.ts';
import { measureInitialJavaScript } from './goals/initial-javascript.ts';
import { measureLongList } from './goals/long-list.ts';
import { measurePasswords } from './goals/passwords.ts';
import { measureQuotes } from './goals/quotes.ts';
import { measureRenewals } from './goals/renewals.ts';
import { checkSameAnswers } from './goals/same-answers.ts';
import { measureSearch } from './goals/search.ts';
import { measureUsage } from './goals/usage.ts';
import { measureWeight } from './goals/weight.ts';
import { measureZoneEdits } from './goals/zone-edits.ts';
import { installPeers } from './install-peers.ts';
import { type Comparison, isMet } from './report/comparison.ts';
import { growthChart } from './report/growth-chart.ts';
import { describeMachine } from './report/machine.ts';
import { resultsTable } from './report/results-table.ts';
import { startBare } from './servers/bare.ts';
import { startPostern } from './servers/postern.ts';
import { startPostfixAdmin } from './servers/postfixadmin.ts';
import { startProductionPostgres } from './servers/production-postgres.ts';

const BENCH = path.resolve(import.meta.dirname, '..');
const ROOT = path.dirname(BENCH);

type Part = { goals: number[]; measure: (context: BenchContext) => Promise<Comparison[]> | Comparison[] };

const PARTS: Record<string, Part> = {
  weight: { goals: [11, 12], measure: measureWeight },
  'initial-javascript': { goals: [9], measure: () => measureInitialJavaScript() },
  'first-page': { goals: [1, 2], measure: measureFirstPage },
  growth: { goals: [3], measure: measureGrowth },
  search: { goals: [4], measure: measureSearch },
  passwords: { goals: [5, 6], measure: measurePasswords },
  bulk: { goals: [6], measure: measureBulk },
  'domain-checks': { goals: [7], measure: measureDomainChecks },
  'zone-edits': { goals: [7], measure: measureZoneEdits },
  imports: { goals: [8], measure: measureImports },
  renewals: { goals: [14], measure: measureRenewals },
  quotes: { goals: [14], measure: measureQuotes },
  usage: { goals: [11], measure: measureUsage },
  'cold-start': { goals: [10, 13], measure: measureColdStart },
  'long-list': { goals: [10], measure: measureLongList },
};

const say = (line: string) => process.stderr.write(`${line}\n`);

function readArguments() {
  const { values } = parseArgs({ options: { short: { type: 'boolean' }, only: { type: 'string' } } });
  const wanted = values.only?.split(',');
  const isKnown = (word: string) =>
    Object.entries(PARTS).some(([name, { goals }]) => name === word || goals.includes(Number(word)));
  const unknown = wanted?.find((word) => !isKnown(word));
  if (unknown !== undefined) throw new Error(`${unknown} is none of: ${Object.keys(PARTS).join(', ')}, nor a goal`);
  const parts = Object.entries(PARTS).filter(
    ([name, { goals }]) => wanted === undefined || [name, ...goals.map(String)].some((word) => wanted.includes(word)),
  );
  return { short: values.short === true, parts };
}

function build(): void {
  const { status } = spawnSync(process.execPath, [path.join(ROOT, 'scripts/build.mjs')], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('The build failed; there is nothing to measure.');
}

async function prepare(defer: Defer, pace: BenchContext['pace']): Promise<BenchContext> {
  const unpacked = installPeers(path.join(ROOT, '.cache/bench'));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'postern-bench-'));
  defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startProductionPostgres(folder, defer);
  say('Filling the databases ...');
  const postern = await startPostern(folder, postgres, defer);
  const bare = await startBare(postgres, defer);
  const postfixAdmin = await startPostfixAdmin(folder, unpacked, postgres, defer);
  return { folder, defer, postgres, postern, bare, postfixAdmin, pace };
}

async function run(defer: Defer): Promise<void> {
  const { short, parts } = readArguments();
  const started = performance.now();
  const loadBefore = os.loadavg()[0] ?? 0;
  build();
  const context = await prepare(defer, short ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 3 });
  const comparisons: Comparison[] = [];
  const missing: string[] = [];
  // `weight` comes first: checking the answers would warm the servers up.
  for (const [part, { measure }] of parts) {
    if (part !== 'weight' && comparisons.every((comparison) => comparison.goal > 10)) await checkSameAnswers(context);
    say(`Measuring ${part} ...`);
    try {
      comparisons.push(...(await measure(context)));
    } catch (error) {
      say(`${part}: ${error instanceof Error ? error.message : String(error)}`);
      missing.push(`${part}: failed in this run`);
    }
  }
  const isWhole = parts.length === Object.keys(PARTS).length;
  const machine = describeMachine(context.postfixAdmin.version, loadBefore);
  const table = resultsTable(comparisons, machine, missing);
  if (isWhole && !short) {
    writeFileSync(path.join(BENCH, 'growth.svg'), growthChart(await measureGrowthLines(context)));
    writeFileSync(path.join(BENCH, 'results.md'), table);
  }
  process.stdout.write(`${table}\n`);
  say(`Took ${Math.round((performance.now() - started) / 1000)} s.`);
  if (missing.length > 0 || !comparisons.every(isMet)) process.exitCode = 1;
}

const { defer, cleanUp } = createCleanUps();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(1)));
try {
  await run(defer);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
