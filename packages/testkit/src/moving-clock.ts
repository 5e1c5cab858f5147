/** A duration, the sum of its parts. A negative part moves the clock back. */
type ClockStep = { days?: number; hours?: number; minutes?: number; seconds?: number; ms?: number };

export type MovingClock = {
  /** The current time. Pass this function where production passes the real clock. */
  now: () => Date;
  /** Moves the clock forward by the sum of the parts. */
  advance: (step: ClockStep) => void;
  /** Sets the clock. */
  moveTo: (time: Date | string) => void;
};

const lengthMs = ({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }: ClockStep) =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms;

/**
 * A clock that only moves when a test moves it, so that no test has to wait.
 * @param start an ISO time; by default a fixed time away from month ends, leap days and changes to summer time.
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
