import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from './client.ts';

type Prepared<Rows> = { execute(values: Record<string, unknown>): Promise<Rows> };
/** A query of drizzle's, with `sql.placeholder` where its values go. */
type Query<Rows> = { prepare(name: string): Prepared<Rows> };

/** Drizzle's own fields, which its types leave out. */
type Handle = { session: { client: unknown; constructor: object } };
type Configured = Record<'rawQueryConfig' | 'queryConfig', { name?: string | undefined }>;

/**
 * A query whose SQL is built once instead of for each call, for what people wait for: building takes several times as long as sending. It
 * runs on any handle, as if it were built there.
 */
export function builtOnce<Values extends Record<string, unknown>, Rows>(
  build: (db: Queryable) => Query<Rows>,
): (tx: Queryable, values: Values) => Promise<Rows> {
  // The two databases have different drivers.
  const ofDriver = new WeakMap<object, Prepared<Rows>>();
  return (tx, values) => {
    const { client, constructor: driver } = (tx as unknown as Handle).session;
    let query = ofDriver.get(driver);
    if (query === undefined) {
      query = build(tx).prepare('');
      // The connection names its statements itself.
      const { rawQueryConfig, queryConfig } = query as unknown as Configured;
      for (const config of [rawQueryConfig, queryConfig]) config.name = undefined;
      ofDriver.set(driver, query);
    }
    return (Object.create(query, { client: { value: client } }) as Prepared<Rows>).execute(values);
  };
}

type Key<Table extends PgTable> = keyof Table['$inferInsert'] & string;
type Row<Table extends PgTable, Kept extends Key<Table>> = {
  [K in Kept]-?: Exclude<Table['$inferInsert'][K], undefined>;
};

/** The placeholders of a row, each with the name of its column, without the columns that the database fills in. */
export const placeholdersOf = <Table extends PgTable>(table: Table, filledIn: readonly Key<Table>[] = []) =>
  Object.fromEntries(
    Object.entries(getTableColumns(table))
      .filter(([key, { generated }]) => generated === undefined && !filledIn.includes(key as Key<Table>))
      .map(([key, column]) => {
        const mapToDriverValue = (value: unknown) => (value === null ? null : column.mapToDriverValue(value));
        return [key, sql`${sql.param(sql.placeholder(key), { mapToDriverValue })}`];
      }),
  ) as never;

/** Inserts whole rows: one, as most calls do, with SQL that is built once. */
export function insertInto<Table extends PgTable, FilledIn extends Key<Table> = never>(
  table: Table,
  filledIn: readonly FilledIn[] = [],
) {
  type Whole = Row<Table, Exclude<Key<Table>, FilledIn>>;
  const insertOne = builtOnce<Whole, unknown>((db) => db.insert(table).values(placeholdersOf(table, filledIn)));
  return async (tx: Queryable, rows: readonly Whole[]): Promise<void> => {
    const [first, ...others] = rows;
    if (first === undefined) return;
    await (others.length === 0 ? insertOne(tx, first) : tx.insert(table).values(rows as never));
  };
}
