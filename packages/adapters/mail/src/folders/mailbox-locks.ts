/** Lets one piece of work at a time touch a mailbox, first come, first served, within this process. */
export class MailboxLocks {
  readonly #tails = new Map<string, Promise<void>>();

  /**
   * Runs `work` while it alone holds all the addresses. All places in the queues are taken in one step, so two holders
   * of the same addresses can't wait for each other.
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
