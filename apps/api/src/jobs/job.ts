/** A kind of job, named after its queue. `Data` is what it carries: ids only, never a secret. */
export type Job<Data> = { readonly queue: string; readonly carries?: Data };

/** Declares a kind of job. Its queue's name stays the same for good: jobs of an earlier version wait in it. */
export const defineJob = <Data>(queue: string): Job<Data> => ({ queue });
