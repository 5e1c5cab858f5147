declare module 'vitest' {
  interface TaskMeta {
    /** How many trials the test made; `npm run test:long` prints it. */
    trials?: number;
  }
}

/** Records how many trials a long test made: `test('…', ({ task }) => { countTrials(task, 300); … })`. */
export function countTrials(task: { meta: { trials?: number } }, trials: number): void {
  task.meta.trials = trials;
}
