declare module 'vitest' {
  interface TaskMeta {
    /** How often the test repeated what it proves; `npm run test:long` prints it. */
    trials?: number;
  }
}

/** Records how often a long test repeated what it proves: `test('…', ({ task }) => { countTrials(task, 300); … })`. */
export function countTrials(task: { meta: { trials?: number } }, trials: number): void {
  task.meta.trials = trials;
}
