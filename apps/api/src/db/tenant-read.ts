import pg from 'pg';
import { sendInOnePacket } from './send-in-one-packet.ts';

/** pg's own parts, which its types leave out. */
type Connection = {
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
  parse(statement: { name: string; text: string }): void;
  bind(values: { statement: string; values: unknown[] }): void;
  describe(of: { type: 'P' }): void;
  execute(of: { portal?: string }): void;
  sync(): void;
};
type Fields = { fields: readonly unknown[] };
type PgQuery = {
  handleRowDescription(message: Fields): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
};
type Answered = (error: Error | undefined, result: pg.QueryResult) => void;
const Query = pg.Query as unknown as new (config: object, values: undefined, answered: Answered) => PgQuery;
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/** A statement under its name, or under none behind a pooler. */
export type NamedQuery = { name?: string; sql: string; params: unknown[] };

/** A statement that enters role and tenant until the end of the transaction. Its one parameter is the customer's id. */
export type Entry = { name?: string; text: string };

/** The columns of named statements, for each connection. A statement whose columns change is refused by PostgreSQL. */
const known = new WeakMap<Connection, Map<string, Fields>>();

/**
 * A transaction of two statements, entering the tenant and one that reads, without BEGIN and COMMIT: what is sent up to a Sync is one
 * transaction (PostgreSQL, “Pipelining”). After an error PostgreSQL skips the rest, so nothing is read if the tenant wasn't entered. It
 * answers in one packet; each of four messages of their own would be one, and wake this process again.
 */
class TenantRead extends Query {
  readonly #entry: Entry;
  /** For whom it is sent; tests read it. */
  readonly customerId: string;
  readonly #query: NamedQuery;
  #connection: Connection | null = null;
  #hasEntered = false;

  constructor(entry: Entry, customerId: string, query: NamedQuery, answered: Answered) {
    // Extended, or pg would send a statement without name and values by itself.
    super({ name: query.name, text: query.sql, values: query.params, queryMode: 'extended' }, undefined, answered);
    this.#entry = entry;
    this.customerId = customerId;
    // A value that can't be sent throws here, before anything is sent.
    this.#query = { ...query, params: query.params.map(prepareValue) };
  }

  /** Called by pg's `submit`, for the extended protocol. */
  prepare(connection: Connection): void {
    const { name = '', sql: text, params: values } = this.#query;
    const { name: entry = '', text: entryText } = this.#entry;
    const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection;
    if (entry === '') connection.parse({ name: entry, text: entryText });
    connection.bind({ statement: entry, values: [this.customerId] });
    connection.execute({});
    if (name === '' || (parsed[name] ?? submitted[name]) === undefined) {
      connection.parse({ name, text });
      if (name !== '') submitted[name] = text;
    }
    connection.bind({ statement: name, values });
    const columns = known.get(connection)?.get(name);
    if (columns === undefined) connection.describe({ type: 'P' });
    else super.handleRowDescription(columns);
    connection.execute({});
    connection.sync();
    this.#connection = connection;
  }

  override handleRowDescription(message: Fields): void {
    if (this.#connection !== null && this.#query.name !== undefined)
      rememberColumns(this.#connection, this.#query.name, message);
    super.handleRowDescription(message);
  }

  /** The entry's own row and its end come first. */
  override handleDataRow(message: unknown): void {
    if (this.#hasEntered) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#hasEntered) super.handleCommandComplete(message, connection);
    this.#hasEntered = true;
  }
}

function rememberColumns(connection: Connection, name: string, fields: Fields): void {
  const columns = known.get(connection) ?? new Map<string, Fields>();
  known.set(connection, columns.set(name, fields));
}

/** Reads one customer's rows on a connection in pipeline mode, in one round trip. */
export async function readOn<Row>(
  client: pg.ClientBase,
  entry: Entry,
  customerId: string,
  query: NamedQuery,
): Promise<Row[]> {
  const [{ rows }] = await Promise.all(
    sendInOnePacket(client, () => {
      const read = Promise.withResolvers<pg.QueryResult>();
      const sent = new TenantRead(entry, customerId, query, (error, result) =>
        error ? read.reject(error) : read.resolve(result),
      );
      const prepared = prepareEntry(client, entry, customerId);
      client.query(sent as unknown as pg.Submittable);
      return [read.promise, prepared] as const;
    }),
  );
  return rows as Row[];
}

/** On its own, once for each connection: pg takes the end of any parsing for that of the query's own statement. */
function prepareEntry(client: pg.ClientBase, { name, text }: Entry, customerId: string): unknown {
  const { connection } = client as unknown as { connection: Connection };
  const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection;
  if (name === undefined || (parsed[name] ?? submitted[name]) !== undefined) return null;
  return client.query({ name, text, values: [customerId] });
}
