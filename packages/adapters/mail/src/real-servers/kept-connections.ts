/** What a kept client must offer: whether it can still be used, and a way to end it. */
type Client = { usable: boolean; logout: () => Promise<unknown>; close: () => void };

/** Signing in takes as long as storing a small batch, and the next batch of an import comes right after. */
const KEPT_MILLIS = 2_000;

/**
 * Lends each user a connection, to one call at a time, and keeps it for a moment for the next call. A connection is ended if a call on it
 * failed. A call that comes while the user's connection is lent gets another one.
 */
export function keepConnections<Kept extends Client>(open: (user: string) => Promise<Kept>) {
  const idle = new Map<string, { client: Kept; ends: NodeJS.Timeout }>();
  const end = (client: Kept) => void client.logout().catch(() => client.close());

  const take = async (user: string): Promise<Kept> => {
    const kept = idle.get(user);
    if (kept === undefined) return open(user);
    clearTimeout(kept.ends);
    idle.delete(user);
    return kept.client.usable ? kept.client : open(user);
  };

  const keep = (user: string, client: Kept) => {
    if (idle.has(user)) return end(client);
    const ends = setTimeout(() => {
      idle.delete(user);
      end(client);
    }, KEPT_MILLIS);
    ends.unref();
    idle.set(user, { client, ends });
  };

  return {
    async lend<T>(user: string, work: (client: Kept) => Promise<T>): Promise<T> {
      const client = await take(user);
      try {
        const result = await work(client);
        keep(user, client);
        return result;
      } catch (error) {
        end(client);
        throw error;
      }
    },
    /** Ends the kept connections. */
    close(): void {
      for (const { client, ends } of idle.values()) {
        clearTimeout(ends);
        client.close();
      }
      idle.clear();
    },
  };
}
