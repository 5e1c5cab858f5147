import {
  Column as TableColumn,
  DrizzleQueryError,
  getTableColumns,
  getTableName,
  is,
  Param,
  Placeholder,
  SQL,
  sql,
} from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { QueryResult } from 'pg';
import type { Queryable } from './client.ts';
import { type Config, NamingClient } from './named-statements.ts';

type Prepared<Rows> = { execute(values: Values): Promise<Rows> };
type Values = Record<string, unknown>;
/** A query of drizzle's, with `sql.placeholder` where its values go. */
type Query<Rows> = { prepare(name: string): Prepared<Rows> };

/** Drizzle's own fields, which its types leave out. */
type Handle = { session: { client: unknown; constructor: object } };
type Field = { path: string[]; field: unknown };
type Configured = {
  params: unknown[];
  /** Undefined for a statement that returns no rows. */
  fields: Field[] | undefined;
  /** By the name of a table: false if a join may leave its row out. */
  joinsNotNullableMap: Record<string, boolean> | undefined;
  rawQueryConfig: Config;
  queryConfig: Config;
};

/**
 * A query whose SQL is built once instead of for each call, for what people wait for: building takes several times as long as sending. It
 * runs on any handle, as if it were built there.
 */
export function builtOnce<Wanted extends Values, Rows>(
  build: (db: Queryable) => Query<Rows>,
): (tx: Queryable, values: Wanted) => Promise<Rows> {
  // The two databases have different drivers.
  const ofDriver = new WeakMap<object, (client: unknown, values: Values) => Promise<Rows>>();
  return (tx, values) => {
    const { client, constructor: driver } = (tx as unknown as Handle).session;
    let run = ofDriver.get(driver);
    if (run === undefined) {
      run = runnerOf(build(tx).prepare(''), client);
      ofDriver.set(driver, run);
    }
    return run(client, values);
  };
}

function runnerOf<Rows>(query: Prepared<Rows>, client: unknown): (client: unknown, values: Values) => Promise<Rows> {
  const configured = query as Prepared<Rows> & Configured;
  // The connection names its statements itself.
  for (const config of [configured.rawQueryConfig, configured.queryConfig]) config.name = undefined;
  if (client instanceof NamingClient) return onPostgres(configured) as never;
  return (own, values) => (Object.create(query, { client: { value: own } }) as Prepared<Rows>).execute(values);
}

/**
 * What drizzle's `execute` does, with everything that is the same for each call done before: how each value is taken and each column read.
 * Its own looks that up for each value and column, and passes through four layers of promises.
 */
function onPostgres({ params, fields, joinsNotNullableMap, rawQueryConfig, queryConfig }: Configured) {
  const takers = params.map(takerOf);
  const config = fields === undefined ? rawQueryConfig : queryConfig;
  const read = fields === undefined ? null : rowReader(fields, joinsNotNullableMap ?? {});
  return async (client: NamingClient, values: Values): Promise<unknown> => {
    const taken = takers.map((take) => take(values));
    let result: QueryResult;
    try {
      result = await client.query(config, taken);
    } catch (error) {
      throw new DrizzleQueryError(config.text, taken, error as Error);
    }
    return read === null ? result : (result.rows as unknown[][]).map(read);
  };
}

function takerOf(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return (values) => valueOf(values, param.name);
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
  const { encoder, value } = param;
  return (values) => encoder.mapToDriverValue(valueOf(values, value.name));
}

function valueOf(values: Values, name: string): unknown {
  if (!(name in values)) throw new Error(`No value for placeholder "${name}" was provided`);
  return values[name];
}

/**
 * The same for SQL that is written as text: its rows, in the same shape on both drivers, as `rowsOf` returns them. Its columns have no types,
 * so times arrive as text or as dates, and values must be what the driver takes.
 */
export function rowsOnce<Wanted extends Values, Found>(
  query: SQL,
): (tx: Queryable, values: Wanted) => Promise<Found[]> {
  const run = builtOnce<Wanted, { rows: Found[] }>((db) => {
    const { session, dialect } = db as unknown as Handle & Raw;
    return { prepare: () => session.prepareQuery(dialect.sqlToQuery(query), undefined, undefined, false) as never };
  });
  return async (tx, values) => (await run(tx, values)).rows;
}

type Raw = {
  session: { prepareQuery(query: unknown, fields: undefined, name: undefined, isArrayMode: false): unknown };
  dialect: { sqlToQuery(query: SQL): unknown };
};

type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Column = { object: string | null; name: string; decoder: Decoder };
type Row = Record<string, unknown>;

function rowReader(fields: readonly Field[], isAlwaysThere: Record<string, boolean>): (row: readonly unknown[]) => Row {
  const columns = fields.map(columnOf);
  const optional = optionalObjects(fields, isAlwaysThere);
  return (row) => {
    const read: Row = {};
    for (let at = 0; at < columns.length; at += 1) {
      const { object, name, decoder } = columns[at] as Column;
      const raw = row[at];
      const inside = object === null ? read : ((read[object] ??= {}) as Row);
      inside[name] = raw === null ? null : decoder.mapFromDriverValue(raw);
    }
    for (const { object, first } of optional) if (row[first] === null) read[object] = null;
    return read;
  };
}

function columnOf({ path, field }: Field): Column {
  const [outer, inner] = path;
  if (outer === undefined || path.length > 2) throw new Error('A row of a query has objects, but these have none.');
  const place = inner === undefined ? { object: null, name: outer } : { object: outer, name: inner };
  if (is(field, TableColumn)) return { ...place, decoder: field as unknown as Decoder };
  const expression = is(field, SQL.Aliased) ? field.sql : field;
  if (!is(expression, SQL)) throw new Error('A query that is built once reads columns and expressions.');
  return { ...place, decoder: (expression as unknown as { decoder: Decoder }).decoder };
}

/** The objects of one table each that a join may leave out. As in drizzle, each is null if its first column is. */
function optionalObjects(fields: readonly Field[], isAlwaysThere: Record<string, boolean>) {
  const objects = new Map<string, { first: number; tables: Set<string> }>();
  for (const [at, { path, field }] of fields.entries()) {
    const [object, inner] = path;
    if (object === undefined || inner === undefined || !is(field, TableColumn)) continue;
    const known = objects.get(object) ?? { first: at, tables: new Set() };
    known.tables.add(getTableName(field.table));
    objects.set(object, known);
  }
  return [...objects].flatMap(
    ([
      object,
      {
        first,
        tables: [table = '', ...others],
      },
    ]) => (others.length === 0 && isAlwaysThere[table] === false ? [{ object, first }] : []),
  );
}

type Key<Table extends PgTable> = keyof Table['$inferInsert'] & string;
type Whole<Table extends PgTable, Kept extends Key<Table>> = {
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
  type Row = Whole<Table, Exclude<Key<Table>, FilledIn>>;
  const insertOne = builtOnce<Row, unknown>((db) => db.insert(table).values(placeholdersOf(table, filledIn)));
  return async (tx: Queryable, rows: readonly Row[]): Promise<void> => {
    const [first, ...others] = rows;
    if (first === undefined) return;
    await (others.length === 0 ? insertOne(tx, first) : tx.insert(table).values(rows as never));
  };
}
