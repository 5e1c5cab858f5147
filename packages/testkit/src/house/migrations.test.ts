import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findStepProblems } from './migration-steps.ts';
import { root } from './repository.ts';

const FOLDER = 'apps/api/src/db/migrations';
/** The steps before it are older than the rule, and than the first release. */
const FIRST_UNDER_THE_RULE = 34;
/** As apps/api/src/db/schema/read-migrations.ts reads it. */
const CONTRACT_MARK = /^-- contract: unused since (\d+\.\d+\.\d+) \(schema (\d+)\)$/m;

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const steps = readdirSync(path.join(root, FOLDER))
  .filter((name) => name.endsWith('.sql') && Number(name.slice(0, 4)) >= FIRST_UNDER_THE_RULE)
  .map((name) => ({ name, schema: Number(name.slice(0, 4)), text: textOf(path.join(FOLDER, name)) }));
const released = [...textOf('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)(.*)$/gm)]
  .filter(([, , rest = '']) => !rest.includes('not released'))
  .map(([, version]) => version);

test.each([
  ['DROP TABLE "pet"', 'breaks'],
  ['ALTER TABLE "pet" DROP COLUMN "age"', 'breaks'],
  ['ALTER TABLE "pet" RENAME TO "animal"', 'breaks'],
  ['ALTER TABLE "pet" RENAME COLUMN "age" TO "years"', 'breaks'],
  ['ALTER TABLE "pet" RENAME "age" TO "years"', 'breaks'],
  ['ALTER TABLE "pet" ALTER COLUMN "age" SET DATA TYPE text', 'breaks'],
  ['ALTER TABLE "pet" ALTER "age" TYPE text USING age::text', 'breaks'],
  ['ALTER TABLE "pet" ALTER COLUMN "age" SET NOT NULL', 'breaks'],
  ['ALTER TABLE "pet" ALTER COLUMN "age" DROP DEFAULT', 'breaks'],
  ['ALTER TABLE "pet" ADD COLUMN "age" integer NOT NULL', 'breaks'],
  ['ALTER TABLE "pet" ADD COLUMN "fur" text DEFAULT \'\' NOT NULL, ADD COLUMN "age" integer NOT NULL', 'breaks'],
  ['ALTER TABLE "pet" ADD CONSTRAINT "old" CHECK (age < 30)', 'breaks'],
  ['CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "pet_name" ON "pet" ("name")', 'breaks'],
  ['DROP INDEX "pet_name"', 'breaks'],
  ['DO $$ BEGIN\n  DROP FUNCTION mail.arrival(text);\nEND $$', 'breaks'],
  ['DROP VIEW mail.domain', 'breaks'],
  ['ALTER TABLE "pet" ENABLE ROW LEVEL SECURITY', 'breaks'],
  ['REVOKE SELECT ON "pet" FROM postern_tenant', 'breaks'],
  ['CREATE INDEX "pet_name" ON "pet" ("name")', 'locks'],
  ['CREATE INDEX CONCURRENTLY "pet_name" ON "pet" ("name")', 'locks'],
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "pet" ("a")--> statement-breakpoint\nSELECT 1', 'locks'],
  ['ALTER TABLE "pet" ADD COLUMN "number" bigserial', 'locks'],
  ['ALTER TABLE "pet" ADD COLUMN "key" text GENERATED ALWAYS AS (lower(name)) STORED NOT NULL', 'locks'],
  ['ALTER TABLE "pet" ADD COLUMN "a" text--> statement-breakpoint\nALTER TABLE "owner" ADD COLUMN "a" text', 'locks'],
])('a step that disturbs the release that still runs is found: %s', (text, kind) => {
  expect(findStepProblems(text).map((problem) => problem.kind)).toContain(kind);
});

test.each([
  ['ALTER TABLE "pet" ADD COLUMN "age" integer'],
  ['ALTER TABLE "pet" ADD COLUMN "age" integer DEFAULT 0 NOT NULL'],
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS "pet_age" ON "pet" ("age")'],
  ['-- Nothing is DROPPED.\nCREATE OR REPLACE VIEW mail.domain AS SELECT name FROM domain'],
  [
    `CREATE TABLE "toy" ("number" bigserial NOT NULL, "name" text NOT NULL);--> statement-breakpoint
     ALTER TABLE "toy" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
     CREATE POLICY tenant ON "toy" TO postern_tenant USING (true);--> statement-breakpoint
     CREATE UNIQUE INDEX "toy_name" ON "toy" USING btree ("name");--> statement-breakpoint
     GRANT SELECT, INSERT ON "toy" TO postern_tenant`,
  ],
])('a step that only adds is allowed: %s', (text) => {
  expect(findStepProblems(text)).toEqual([]);
});

test('no step of the schema disturbs the former release while it still runs, unless it names the release that no longer needs what goes', () => {
  const problems = steps.flatMap(({ name, schema, text }) => {
    const [, release = '', since = ''] = CONTRACT_MARK.exec(text) ?? [];
    const found = findStepProblems(text);
    const isContract = released.includes(release) && Number(since) < schema;
    return found.filter(({ kind }) => kind === 'locks' || !isContract).map(({ what }) => `${name} ${what}`);
  });
  expect(problems, 'docs/adr/0086-upgrades-expand-migrate-contract.md says what to do instead').toEqual([]);
});

test('steps of the schema come in the order of their numbers, so that no database skips one', () => {
  const { entries } = JSON.parse(textOf(path.join(FOLDER, 'meta/_journal.json'))) as {
    entries: { idx: number; when: number; tag: string }[];
  };
  const numbers = entries.map(({ idx }) => idx);
  expect(numbers).toEqual(numbers.map((_, index) => index));
  expect(entries.filter(({ idx, tag }) => Number(tag.slice(0, 4)) !== idx)).toEqual([]);
  expect(entries.filter(({ when }, index) => index > 0 && when <= (entries[index - 1]?.when ?? 0))).toEqual([]);
});
