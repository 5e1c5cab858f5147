import pg from 'pg';
import { serverUrls } from './server-urls.ts';
import { explain, findWritingServer, type Writing } from './writing-server.ts';

const LOOK_EVERY_MILLIS = 5_000;

/** None of several servers takes writes now. It has no SQLSTATE, so it counts as a database that is away. */
export class NoWritingServer extends Error {}

/**
 * The servers of DATABASE_URL. With several, each new connection goes to the one that takes writes, and connections to one that another has
 * replaced are closed within seconds, even if that one is silent and its connections would hang. ADR 84.
 */
export type DatabaseServers = {
  /** For the settings that the driver reads in addition to host and port. */
  connectionString: string;
  /** Connects to the server that takes writes, wherever the driver's client would connect to the one of `connectionString`. */
  Client: typeof pg.Client;
  /** Between them and this process is a pooler in transaction mode: nothing of a connection lasts longer than a transaction. ADR 89. */
  isPooled: boolean;
  close(): void;
};

/** Throws WrongServers. */
export function databaseServers(url: string, isPooled = false): DatabaseServers {
  const urls = serverUrls(url).map(withLibpqsTls);
  const [first = url] = urls;
  if (urls.length === 1) return { connectionString: first, Client: pg.Client, isPooled, close: () => {} };
  const chooser = new Chooser(urls);
  const timer = setInterval(() => void chooser.choose().catch(() => {}), LOOK_EVERY_MILLIS);
  timer.unref();
  return { connectionString: first, Client: clientOf(chooser), isPooled, close: () => clearInterval(timer) };
}

/**
 * Makes `sslmode` work as in libpq, and so as in the mail servers and pg_dump: `require` encrypts and accepts the self-signed certificate
 * of Debian's PostgreSQL. The driver alone would check that certificate and refuse it.
 */
function withLibpqsTls(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  const mode = parsed.searchParams.get('sslmode');
  if (mode === null || mode === 'no-verify' || parsed.searchParams.has('uselibpqcompat')) return url;
  parsed.searchParams.set('uselibpqcompat', 'true');
  return parsed.href;
}

type Place = { host: string; port: number };

/** As the driver reads it. */
function placeOf(url: string): Place {
  const { host, port } = new pg.Client({ connectionString: url });
  return { host, port };
}

class Chooser {
  readonly #places: ReadonlyMap<string, Place>;
  readonly #open = new Map<pg.Client, string>();
  #last: Writing | null = null;
  #running: Promise<Writing> | null = null;

  constructor(urls: readonly string[]) {
    this.#places = new Map(urls.map((url) => [url, placeOf(url)]));
  }

  placeOf({ url }: Writing): Place {
    return this.#places.get(url) ?? placeOf(url);
  }

  /** The server that takes writes now. Callers at the same moment share the answer. Throws NoWritingServer. */
  choose(): Promise<Writing> {
    this.#running ??= this.#ask().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Remembers where a client is connected until its connection ends. */
  hold(client: pg.Client, { url }: Writing): void {
    this.#open.set(client, url);
    client.once('end', () => this.#open.delete(client));
  }

  async #ask(): Promise<Writing> {
    const found = await findWritingServer([...this.#places.keys()], this.#last?.url ?? null);
    if (Array.isArray(found)) throw new NoWritingServer(`no server takes writes (${explain(found)})`);
    // A primary that was replaced, and was started again. What it takes would be lost.
    if (this.#last !== null && found.timeline < this.#last.timeline)
      throw new NoWritingServer(
        `no server takes writes (${explain([{ url: found.url, why: 'it is an older primary that another one has replaced' }])})`,
      );
    this.#last = found;
    for (const [client, url] of this.#open) if (url !== found.url) cut(client);
    return found;
  }
}

/** pg's own connection, which its types leave out. */
type Inner = { connection: { stream: { destroy(error: Error): void } } };

const cut = (client: pg.Client): void =>
  (client as unknown as Inner).connection.stream.destroy(new Error('Another server takes writes now.'));

function clientOf(chooser: Chooser): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      const connected = this.#connect();
      if (callback === undefined) return connected.then(() => this);
      connected.then(() => (callback as () => void)(), callback);
    }

    async #connect(): Promise<void> {
      const chosen = await chooser.choose();
      Object.assign(this, chooser.placeOf(chosen));
      await super.connect();
      chooser.hold(this, chosen);
    }
  } as typeof pg.Client;
}
