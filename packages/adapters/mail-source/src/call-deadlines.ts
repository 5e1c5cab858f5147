import type { ImapFlow } from 'imapflow';
import { MailSourceError, type SourceSession } from './port.ts';

/** How long a call may take if the server never falls silent: it could send one byte a minute, or folder names without end. */
export type Deadlines = {
  /** Until the answer of a short call, or the next part of a long one. */
  partMillis: number;
  /** Until the end of a long call. */
  callMillis: number;
  /** How much a short call may receive. */
  receivedBytes: number;
};

export const DEADLINES: Deadlines = { partMillis: 120_000, callMillis: 600_000, receivedBytes: 64 * 1024 * 1024 };
const LOOK_EVERY_MILLIS = 200;

/** A session whose calls end. The connection ends with a call that takes too long or too much. */
export function withDeadlines(session: SourceSession, client: ImapFlow, deadlines: Deadlines): SourceSession {
  const { partMillis, callMillis, receivedBytes } = deadlines;
  const received = () => client.stats().received;

  async function within<T>(millis: number, bytes: number, work: () => Promise<T>): Promise<T> {
    const before = received();
    const until = performance.now() + millis;
    const { promise: tooMuch, reject } = Promise.withResolvers<never>();
    const timer = setInterval(() => {
      if (performance.now() < until && received() - before <= bytes) return;
      client.close();
      reject(new MailSourceError('dropped', 'The server took too long, or sent too much.'));
    }, LOOK_EVERY_MILLIS);
    timer.unref();
    try {
      return await Promise.race([work(), tooMuch]);
    } finally {
      clearInterval(timer);
    }
  }

  const short = <T>(work: () => Promise<T>): Promise<T> => within(partMillis, receivedBytes, work);

  async function* long<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
    const until = performance.now() + callMillis;
    const iterator = parts[Symbol.asyncIterator]();
    let isHanging = false;
    try {
      for (;;) {
        const left = Math.min(partMillis, until - performance.now());
        isHanging = true;
        const next = await within(left, Number.POSITIVE_INFINITY, () => iterator.next());
        isHanging = false;
        if (next.done) return;
        yield next.value;
      }
    } finally {
      // Ends the command for a caller that has seen enough; one that hangs ends with the connection.
      if (!isHanging) await iterator.return?.();
    }
  }

  return {
    hasLabels: session.hasLabels,
    listFolders: () => short(() => session.listFolders()),
    listStates: () => short(() => session.listStates()),
    openFolder: (path) => short(() => session.openFolder(path)),
    listMessages: (afterUid) => long(session.listMessages(afterUid)),
    fetchMessages: (uids) => long(session.fetchMessages(uids)),
    close: () => within(partMillis, receivedBytes, () => session.close()).catch(() => {}),
  };
}
