import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** One step of the schema, as `npm run migration` writes it. */
export type Migration = {
  /** Counts up: the schema's version after this step. */
  schema: number;
  /** Its place in the order, in milliseconds since 1970: what the database keeps of each step that was applied. */
  when: number;
  hash: string;
  statements: string[];
  /** The statements build indexes without stopping writes, which no transaction may do. */
  isConcurrent: boolean;
  /** For a step that takes away what a former release used: the oldest schema whose release no longer uses it. ADR 86. */
  oldestSchema: number | null;
};

type Entry = { idx: number; when: number; tag: string };

/** Finds the mark of a step that takes something away. */
const CONTRACT_MARK = /^-- contract: unused since (\d+\.\d+\.\d+) \(schema (\d+)\)$/m;

export const CONCURRENT_INDEX = /^\s*CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS "(\w+)"/i;

const readJournal = (folder: string): Entry[] =>
  (JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as { entries: Entry[] }).entries;

/** The newest step, and the schema's version after it; null if there is none. Reads none of the steps themselves. */
export function readNewest(folder: string): Pick<Migration, 'schema' | 'when'> | null {
  const entries = readJournal(folder);
  const last = entries.at(-1);
  return last === undefined ? null : { schema: last.idx, when: Math.max(...entries.map(({ when }) => when)) };
}

export function readMigrations(folder: string): Migration[] {
  return readJournal(folder).map(({ idx, when, tag }) => {
    const text = readFileSync(path.join(folder, `${tag}.sql`), 'utf8');
    const statements = text.split('--> statement-breakpoint');
    const [, , oldest] = CONTRACT_MARK.exec(text) ?? [];
    return {
      schema: idx,
      when,
      hash: createHash('sha256').update(text).digest('hex'),
      statements,
      isConcurrent: statements.every((statement) => CONCURRENT_INDEX.test(withoutComments(statement))),
      oldestSchema: oldest === undefined ? null : Number(oldest),
    };
  });
}

/** The statement without its lines of comment. */
export const withoutComments = (statement: string): string => statement.replaceAll(/^\s*--.*$/gm, '').trim();
