/** Hears the name of a sweep that has something to do now. */
export type OnWake = (sweep: string) => void;

/** Tells a sweep that it has something to do. The message may be lost, because every sweep also looks regularly. ADR 113. */
export type WakeUps = {
  /** Call it after the commit of what there is to do. Never throws. */
  wake: (sweep: string) => void;
  /** Hears of all that is said in this process, and on PostgreSQL without a pooler in the others too. */
  onWake: (hear: OnWake) => void;
};

export const WAKE_CHANNEL = 'postern_wake';

/** `others` tells the other processes. */
export function wakeUps(
  others: (sweep: string) => void = () => {},
  listen: (hear: OnWake) => void = () => {},
): WakeUps {
  const hearing: OnWake[] = [];
  const tell: OnWake = (sweep) => {
    for (const hear of hearing) hear(sweep);
  };
  return {
    wake: (sweep) => {
      tell(sweep);
      others(sweep);
    },
    onWake: (hear) => {
      if (hearing.push(hear) === 1) listen(tell);
    },
  };
}
