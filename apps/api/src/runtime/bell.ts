/** Says within a process that there is something to do before the next look. */
export class Bell {
  readonly #hearing = new Set<() => void>();

  ring(): void {
    for (const hear of [...this.#hearing]) hear();
  }

  /** Returns what ends it. */
  onRing(hear: () => void): () => void {
    this.#hearing.add(hear);
    return () => void this.#hearing.delete(hear);
  }

  /** Resolves at the next ring, or after a time. Take it before you look, so that a ring meanwhile isn't missed. */
  heard(withinMillis: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        silence();
        resolve();
      };
      const silence = this.onRing(done);
      const timer = setTimeout(done, withinMillis).unref();
    });
  }
}
