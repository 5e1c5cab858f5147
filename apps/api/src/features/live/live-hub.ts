import type { Readable } from 'node:stream';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { listLivingSessions } from '../session/public.ts';
import { listMissedBy } from './list-missed-by.ts';
import { type LivePosition, writePosition } from './live-position.ts';
import { listUnseen, type Moment, readNow } from './live-repository.ts';
import { type LiveStream, openLiveStream } from './live-stream.ts';
import { RELOAD, type Told, toTold } from './live-view.ts';

const LOOK_EVERY_MILLIS = 400;
/** In polls: sessions are checked every two seconds, and a silent stream sends a heartbeat every fifteen. */
const CHECK_EVERY = 5;
const BEAT_EVERY = 38;
const ROWS_A_LOOK = 5_000;
/** A browser opens six connections to a server without HTTP/2, and needs some of them for other requests. */
const STREAMS_A_SESSION = 4;
const RETRY_AFTER_SECONDS = 30;

export type LiveDeps = { db: Database; clock: Clock; log: Log };
type Wish = {
  actor: SessionActor;
  /** No bundle was named: the stream follows the session's active bundle, and ends when that changes. */
  followsActive: boolean;
  lastEventId: string | null;
};
type Follower = Omit<Wish, 'lastEventId'> & {
  stream: LiveStream;
  /** Events that came while it was sent what it had missed; null afterwards. */
  waiting: Told[] | null;
};

/**
 * Sends the open panels of this process the events that any process writes. It polls the table of events a few times a second, and only
 * while someone listens. That needs no extra connection, and a commit never waits for listeners (ADR 56).
 */
export class LiveHub {
  readonly #deps: LiveDeps;
  readonly #followers = new Set<Follower>();
  /** The position up to which every follower has its events; null while nobody listens. */
  #here: LivePosition | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #ticks = 0;
  #isClosed = false;

  constructor(deps: LiveDeps) {
    this.#deps = deps;
  }

  /** Opens a stream that begins with what its reader missed. */
  async follow({ lastEventId, ...wish }: Wish): Promise<Readable> {
    const at = await this.#standStill();
    this.#assertRoom(wish.actor);
    const stream = openLiveStream(() => this.#followers.delete(follower));
    const follower: Follower = { ...wish, waiting: [], stream };
    this.#followers.add(follower);
    try {
      tell(follower, await listMissedBy(this.#deps, wish.actor, { lastEventId, until: at }), at);
      stream.beat(writePosition(at));
      const came = follower.waiting ?? [];
      follower.waiting = null;
      tell(follower, came, this.#here ?? at);
      return stream.readable;
    } catch (error) {
      this.#leave(follower);
      throw error;
    }
  }

  /** Ends every stream, and accepts no new ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const follower of this.#followers) this.#leave(follower);
    this.#rest();
    await this.#looking;
  }

  #assertRoom({ tokenHash }: SessionActor): void {
    if (this.#isClosed) throw new PanelError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
    const own = [...this.#followers].filter(({ actor }) => actor.tokenHash === tokenHash);
    if (own.length >= STREAMS_A_SESSION)
      throw new PanelError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  #leave(follower: Follower): void {
    this.#followers.delete(follower);
    follower.stream.end();
  }

  /** The current position, between two polls. A follower that is added here gets everything that comes after it. */
  async #standStill(): Promise<LivePosition> {
    for (;;) {
      if (this.#looking !== null) await this.#looking;
      else if (this.#here === null) {
        const moment = await readNow(this.#deps.db);
        this.#here ??= this.#positionAt(moment);
        this.#timer ??= setInterval(() => this.#tick(), LOOK_EVERY_MILLIS);
      } else return this.#here;
    }
  }

  #positionAt = (moment: Moment): LivePosition => ({
    ...moment,
    seconds: Math.floor(this.#deps.clock.now().getTime() / 1000),
  });

  #tick(): void {
    if (this.#followers.size === 0) return this.#rest();
    this.#ticks += 1;
    const from = this.#here;
    if (from === null || this.#looking !== null) return;
    if (this.#ticks % BEAT_EVERY === 0) for (const { stream } of this.#followers) stream.beat(writePosition(from));
    this.#looking = this.#look(from)
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'open panels not told yet'))
      .finally(() => {
        this.#looking = null;
      });
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#here = null;
  }

  /** All queries come before anything is sent, so that a poll that fails can simply be repeated. */
  async #look(from: LivePosition): Promise<void> {
    const { db } = this.#deps;
    const { moment, rows } = await listUnseen(db, from.snapshot, ROWS_A_LOOK);
    if (rows.length > 0 || this.#ticks % CHECK_EVERY === 0) await this.#endWhereSessionsEnded();
    const isLost = moment.server !== from.server || rows.length === ROWS_A_LOOK;
    const followed = new Set([...this.#followers].map(({ actor }) => actor.bundleId));
    const told = isLost ? new Map<string, Told[]>() : await toTold(db, rows, followed);
    if (this.#isClosed) return;
    const at = this.#positionAt(moment);
    this.#here = at;
    for (const follower of this.#followers) {
      const news = isLost ? [RELOAD] : told.get(follower.actor.bundleId);
      if (news === undefined) continue;
      if (follower.waiting === null) tell(follower, news, at);
      else follower.waiting.push(...news);
    }
  }

  async #endWhereSessionsEnded(): Promise<void> {
    const { db, clock } = this.#deps;
    const hashes = [...new Set([...this.#followers].map(({ actor }) => actor.tokenHash))];
    const living = await listLivingSessions(db, hashes, clock.now());
    for (const follower of this.#followers) {
      const { actor, followsActive } = follower;
      const session = living.get(actor.tokenHash);
      const isSame = session?.role === actor.role && (!followsActive || session.bundleId === actor.bundleId);
      if (!isSame) this.#leave(follower);
    }
  }
}

function tell(follower: Follower, told: Told[], at: LivePosition): void {
  const events = told.filter(({ isFor }) => isFor(follower.actor)).map(({ event }) => event);
  if (events.length > 0) follower.stream.send(events, writePosition(at));
}
