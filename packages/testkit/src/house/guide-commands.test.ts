import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './repository.ts';

const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Sections of the operator's guide whose commands and settings no test reads from it, with what tests the same, or why nothing can. */
const TRIED_OTHERWISE: Record<string, string> = {
  Database: 'the roles that the first start makes itself, and every test with them',
  PgBouncer: 'the same settings in apps/api/src/db/pgbouncer.long.test.ts',
  'Two database servers': 'the address, with TLS, in apps/api/src/db/servers/database-servers.test.ts',
  'Set them up': 'needs two machines; the same steps in packages/testkit/src/postgres-pair.ts',
  'When the primary is lost': 'needs two machines; the same steps in packages/testkit/src/postgres-pair.ts',
  'Automatic promotion':
    'needs three machines; deploy/patroni/config.yml in apps/api/src/db/servers/patroni.long.test.ts',
  'A second name server': 'needs two machines; the generated files in packages/adapters/dns/src/powerdns.test.ts',
  'Staff accounts': 'the commands in apps/api/src/features/staff/staff.test.ts',
  'Discount codes': 'the plan file and the command in apps/api/src/features/plans/discount-codes.test.ts',
  'Monthly statements': 'the commands in apps/api/src/features/partner-statements/partner-statements.test.ts',
  'Where buyers are': 'the command in apps/api/src/features/tax-evidence/tax-evidence.test.ts',
  Monitoring: 'the rules with a Prometheus of its own in apps/api/src/observe/alerts.long.test.ts',
  'A resolver on this machine': 'needs the root servers of the internet',
  'Several Dovecot backends':
    'needs three machines; the same in packages/adapters/mail/src/real-servers/two-backends.long.test.ts',
};

/** The headings of the guide that have a block of commands or settings. */
function headingsWithBlocks(): string[] {
  const found = new Set<string>();
  let heading = '';
  let isInBlock = false;
  for (const line of textOf('docs/operate.md').split('\n')) {
    if (/^\s*```/.test(line)) {
      isInBlock = !isInBlock;
      found.add(heading);
    } else if (!isInBlock && /^#+ /.test(line)) heading = line.replace(/^#+ /, '');
  }
  return [...found];
}

test('the guide’s test runs the commands of each section of the operator’s guide, or another test tries them', () => {
  const walk = textOf('apps/api/src/start/guide.long.test.ts');
  const walked = new Set([...walk.matchAll(/blocksOf\(\s*(['"])(.+?)\1,?\s*\)/g)].map(([, , heading = '']) => heading));
  const headings = headingsWithBlocks();
  expect(headings.length).toBeGreaterThan(15);
  const advice = 'Run the block in guide.long.test.ts, or say here what tries it.';
  expect(
    headings.filter((heading) => !walked.has(heading) && !(heading in TRIED_OTHERWISE)),
    advice,
  ).toEqual([]);
  expect([...walked, ...Object.keys(TRIED_OTHERWISE)].filter((heading) => !headings.includes(heading))).toEqual([]);
});
