import pg from 'pg';

/** pg's own parts, which its types leave out. */
type Connection = {
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
  parse(statement: { name: string; text: string }): void;
  bind(values: { statement: string; values: unknown[] }): void;
  describe(of: { type: 'P' }): void;
  execute(of: object): void;
  sync(): void;
};
/** What a result knows of its columns, by the names that pg gives these fields. */
type Columns = { fields: unknown[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown };
type Result = pg.QueryResult &
  Columns & {
    addFields(fields: unknown): void;
    parseRow(values: unknown): unknown;
    addRow(row: unknown): void;
    addCommandComplete(message: unknown): void;
  };
type Ended = (error: Error | null) => void;
type PgQuery = { name: string | undefined; text: string; callback: Ended };
type Own = {
  Query: new (config: object, values: undefined, ended: Ended) => PgQuery;
  Result: new (rowMode: unknown, types: unknown) => Result;
  utils: { prepareValue: (value: unknown) => unknown };
};
const { Query, Result: PgResult, utils } = pg as unknown as Own;

/** A statement under its name, or under none; each name must belong to one text. `rowMode` and `types` are pg's. */
export type Statement = {
  name?: string | undefined;
  text: string;
  values: readonly unknown[];
  rowMode?: unknown;
  types?: unknown;
};

/** The columns of named statements, for each connection. A statement whose columns change is refused by PostgreSQL. */
const known = new WeakMap<Connection, Map<string, Columns>>();

/** A statement in a packet, with its answer. */
class SentStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  readonly result: Result;
  readonly answer = Promise.withResolvers<pg.QueryResult>();
  /** Whether this packet tells PostgreSQL what the name means, and asks for its columns. */
  isParsed = false;
  isDescribed = false;
  unreadable: Error | null = null;

  /** Throws for a value that can't be sent. */
  constructor({ name = '', text, values, rowMode, types }: Statement) {
    this.name = name;
    this.text = text;
    this.values = values.map((value) => utils.prepareValue(value));
    this.result = new PgResult(rowMode, types);
  }

  send(connection: Connection): void {
    const { name, text, values } = this;
    const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection;
    this.isParsed = name === '' || (parsed[name] ?? submitted[name]) === undefined;
    if (this.isParsed) {
      connection.parse({ name, text });
      if (name !== '') submitted[name] = text;
    }
    connection.bind({ statement: name, values });
    const columns = known.get(connection)?.get(name);
    this.isDescribed = columns === undefined;
    if (columns === undefined) connection.describe({ type: 'P' });
    else Object.assign(this.result, columns);
    connection.execute({});
  }

  complete(connection: Connection): void {
    if (this.isDescribed && this.name !== '') {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this.result;
      const columns = known.get(connection) ?? new Map<string, Columns>();
      known.set(connection, columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject }));
    }
    if (this.unreadable === null) this.answer.resolve(this.result);
    else this.answer.reject(this.unreadable);
  }
}

/** As PostgreSQL answers itself to what comes in a later packet. */
const aborted = (cause: Error) =>
  Object.assign(new Error('The transaction is aborted, as a statement before failed.', { cause }), { code: '25P02' });

/**
 * Several statements up to one Sync (PostgreSQL, “Pipelining”): both sides are woken once for all of them, and PostgreSQL answers in one
 * packet instead of one for each. After an error it skips the rest. Outside of a transaction block they are a transaction of their own,
 * which is committed or undone at the end.
 */
class Packet extends Query {
  readonly statements: readonly SentStatement[];
  #at = 0;

  constructor(statements: readonly SentStatement[], ended: Ended) {
    // Without this, pg sends a query that has no name and no values as plain text, and never calls `prepare`.
    super({ text: '', queryMode: 'extended' }, undefined, ended);
    this.statements = statements;
    this.#goTo(0);
  }

  /** pg takes the end of any parsing for that of the query's own text. */
  #goTo(at: number): void {
    this.#at = at;
    const { name, text = '' } = this.statements[at] ?? {};
    this.name = name === '' ? undefined : name;
    this.text = text;
  }

  /** Called by pg's `submit`, for the extended protocol, with the connection corked. */
  prepare(connection: Connection): void {
    for (const statement of this.statements) statement.send(connection);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: unknown }): void {
    this.statements[this.#at]?.result.addFields(fields);
  }

  handleDataRow({ fields }: { fields: unknown }): void {
    const statement = this.statements[this.#at];
    if (statement === undefined || statement.unreadable !== null) return;
    try {
      statement.result.addRow(statement.result.parseRow(fields));
    } catch (error) {
      statement.unreadable = error as Error;
    }
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    const statement = this.statements[this.#at];
    this.#goTo(this.#at + 1);
    statement?.result.addCommandComplete(message);
    statement?.complete(connection);
  }

  handleEmptyQuery(connection: Connection): void {
    this.handleCommandComplete({ text: '' }, connection);
  }

  handleError(error: Error, { parsedStatements: parsed, submittedNamedStatements: submitted }: Connection): void {
    const [failed, ...others] = this.statements.slice(this.#at);
    for (const { isParsed, name } of others) if (isParsed && parsed[name] === undefined) delete submitted[name];
    failed?.answer.reject(error);
    for (const { answer } of others) answer.reject(aborted(error));
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }
}

/** Sends what is added in one turn of the event loop as one packet. For one client in pipeline mode. */
export class Packets {
  readonly #client: pg.ClientBase;
  #waiting: SentStatement[] = [];

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  /** The statement's answer. Rejects for a value that can't be sent. */
  async add(statement: Statement): Promise<pg.QueryResult> {
    const sent = new SentStatement(statement);
    if (this.#waiting.length === 0) process.nextTick(() => this.send().catch(() => {}));
    this.#waiting.push(sent);
    return sent.answer.promise;
  }

  /** Sends what was added, at once. Resolves when PostgreSQL is done with all of it. */
  send(): Promise<void> {
    const statements = this.#waiting;
    this.#waiting = [];
    if (statements.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const packet = new Packet(statements, (error) => (error === null ? resolve() : reject(error)));
      this.#client.query(packet as unknown as pg.Submittable);
    });
  }
}
