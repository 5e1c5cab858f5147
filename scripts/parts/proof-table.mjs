import { execFileSync } from 'node:child_process';
import { root } from './repository.mjs';

const git = (...args) => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
};

function commitName() {
  const commit = git('rev-parse', '--short=12', 'HEAD');
  if (!commit) return 'no commit';
  // The table itself is written by the run and committed after it.
  return git('status', '--porcelain', '--', '.', ':!docs/proof.md') ? `${commit} and uncommitted changes` : commit;
}

const cell = (value) => String(value).replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The rows as text for a terminal. */
export function printProof(rows) {
  const width = Math.max(...rows.map((row) => row.suite.length), 5);
  console.log(`\n${'suite'.padEnd(width)}  ${'count'.padStart(10)}  result  seconds`);
  for (const row of rows) {
    console.log(
      `${row.suite.padEnd(width)}  ${String(row.count).padStart(10)}  ${row.result.padEnd(6)}  ${row.seconds.toFixed(1).padStart(7)}`,
    );
  }
}

/** The same rows as the page that is committed. */
export function proofPage(rows, { date, nodeVersion }) {
  const lines = rows.map(
    (row) => `| ${cell(row.suite)} | ${row.count.toLocaleString('en')} | ${row.result} | ${row.seconds.toFixed(1)} |`,
  );
  return `# Proof

The last run of \`npm run test:long\`, which writes this page: every guarantee with its full count.

- Date: ${date.toISOString()}
- Commit: ${commitName()}
- Node: ${nodeVersion}, ${process.platform} ${process.arch}

| Suite | Count | Result | Seconds |
|---|--:|---|--:|
${lines.join('\n')}
`;
}
