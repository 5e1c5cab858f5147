/** The only source of time. In evaluation it can be moved forward, for all processes. */
export type Clock = { now(): Date };

export type MovableClock = Clock & { setOffsetMillis(offset: number): void; offsetMillis(): number };

/** The system's time plus an offset. */
export function movableClock(): MovableClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    setOffsetMillis: (next) => {
      offset = next;
    },
    offsetMillis: () => offset,
  };
}
