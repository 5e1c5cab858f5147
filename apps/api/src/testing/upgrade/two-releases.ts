import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const RELEASE = fileURLToPath(new URL('../../../../../scripts/release.mjs', import.meta.url));

/** What the next release adds to tables that every call uses, one step each. */
const STEPS = [
  'ALTER TABLE "session" ADD COLUMN "of_next_release" integer DEFAULT 0 NOT NULL',
  'ALTER TABLE "mailbox" ADD COLUMN "of_next_release" text',
  'ALTER TABLE "rate_limit" ADD COLUMN "of_next_release" text',
  'ALTER TABLE "idempotency" ADD COLUMN "of_next_release" text',
  'ALTER TABLE "customer" ADD COLUMN "of_next_release" text',
  'ALTER TABLE "name_registry" ADD COLUMN "of_next_release" text',
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS "mailbox_of_next_release" ON "mailbox" ("of_next_release")',
  'CREATE TABLE "of_next_release" ("name" text PRIMARY KEY NOT NULL)',
];

/** The file that only the next release's page loads, and the words by which one knows that page. */
export const NEXT_FILE = 'next-release-Zz9.js';
export const NEXT_VERSION = '99.0.0';

/** Makes a release of the sources as they are. */
export function makeRelease(folder: string): void {
  execFileSync(process.execPath, [RELEASE, '--folder', folder], { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Makes the next release: the same program with more schema migrations, another page, and one of the former panel's files missing. */
export function makeNextRelease(folder: string, next: string): void {
  cpSync(folder, next, { recursive: true, verbatimSymlinks: true });
  const edit = (file: string, change: (text: string) => string) => {
    const place = path.join(next, file);
    writeFileSync(place, change(readFileSync(place, 'utf8')));
  };
  edit('package.json', (text) => text.replace(/"version": "[^"]+"/, `"version": "${NEXT_VERSION}"`));
  edit('release.json', (text) => {
    const facts = JSON.parse(text) as { builtAt: string };
    const builtAt = new Date(new Date(facts.builtAt).getTime() + 86_400_000).toISOString();
    return JSON.stringify({ version: NEXT_VERSION, commit: 'f'.repeat(40), builtAt });
  });
  const [build = ''] = readdirSync(path.join(next, 'dist/api')).filter((name) => !name.endsWith('.mjs'));
  const migrations = path.join('dist/api', build, 'migrations');
  edit(path.join(migrations, 'meta/_journal.json'), (text) => {
    const journal = JSON.parse(text) as { entries: { idx: number; when: number; tag: string }[] };
    const last = journal.entries.at(-1) ?? { idx: 0, when: 0 };
    for (const [index, step] of STEPS.entries()) {
      const tag = `next-${index}`;
      writeFileSync(path.join(next, migrations, `${tag}.sql`), step);
      journal.entries.push({ idx: last.idx + index + 1, when: last.when + index + 1, tag });
    }
    return JSON.stringify(journal);
  });
  edit('dist/panel/index.html', (text) =>
    text.replace('</head>', `<script type="module" src="/assets/${NEXT_FILE}"></script></head>`),
  );
  const assets = path.join(next, 'dist/panel/assets');
  writeFileSync(path.join(assets, NEXT_FILE), 'export {};\n');
  const gone = readdirSync(assets).find((name) => /^bulk-page-.*\.js$/.test(name)) ?? 'bulk-page';
  for (const end of ['', '.br', '.gz', '.map']) rmSync(path.join(assets, `${gone}${end}`), { force: true });
}
