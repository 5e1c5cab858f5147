/** Locks per address within this process, first come, first served. */
export class MailboxLocks {
  readonly #tails = new Map<string, Promise<void>>();

  /**
   * Runs `work` with all the addresses locked. It joins all queues in one step, so two callers with the same addresses
   * can't wait for each other.
   */
  async hold<T>(addresses: string[], work: () => Promise<T>): Promise<T> {
    const wanted = [...new Set(addresses)];
    const before = wanted.map((address) => this.#tails.get(address) ?? Promise.resolve());
    const { promise: mine, resolve: release } = Promise.withResolvers<void>();
    for (const address of wanted) this.#tails.set(address, mine);
    await Promise.all(before);
    try {
      return await work();
    } finally {
      for (const address of wanted) if (this.#tails.get(address) === mine) this.#tails.delete(address);
      release();
    }
  }
}
