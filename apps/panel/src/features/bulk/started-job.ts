import { rememberForVisit } from '../../lib/store/visit-memory.ts';

/** The job that this visit has started and not yet seen finished: its screens take the focus, those of a job looked up later don't. */
const started = rememberForVisit<string | null>(null);

export const noteStartedJob = (jobId: string): void => started.write(jobId);
export const isStartedHere = (jobId: string): boolean => started.read() === jobId;
export const forgetStartedJob = (): void => started.write(null);

/** Moves the focus, unless it is somewhere already: the person went on with something else while the job ran. */
export function focusOnWork(target: HTMLElement | null, waiting: HTMLElement | null): void {
  const has = document.activeElement;
  if (has === null || has === document.body || has === waiting) target?.focus();
}
