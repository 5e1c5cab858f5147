/** A length of time; the parts add up, and a negative part moves back. */
type ClockStep = { days?: number; hours?: number; minutes?: number; seconds?: number; ms?: number };

export type MovingClock = {
  /** The time it shows. Pass this function wherever production passes the real clock. */
  now: () => Date;
  /** Moves on by the sum of the parts. */
  advance: (step: ClockStep) => void;
  /** Shows this time from now on. */
  moveTo: (time: Date | string) => void;
};

const lengthMs = ({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }: ClockStep) =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms;

/**
 * A clock that stands still until a test moves it, so nothing has to be waited for.
 * @param start an ISO time; without one, a fixed moment that is no one's end of month, leap day or change to summer time.
 */
export function movingClock(start: Date | string = '2026-03-10T09:00:00.000Z'): MovingClock {
  const read = (time: Date | string) => {
    const ms = new Date(time).getTime();
    if (Number.isNaN(ms)) throw new Error(`not a time: ${String(time)}`);
    return ms;
  };
  let shownMs = read(start);
  return {
    now: () => new Date(shownMs),
    advance: (step) => {
      shownMs += lengthMs(step);
    },
    moveTo: (time) => {
      shownMs = read(time);
    },
  };
}
