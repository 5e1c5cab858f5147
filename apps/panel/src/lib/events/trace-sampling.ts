/** Share of visits whose timings are reported: all in development, one in ten in a release. Spec 1 §9. */
export const traceSampleRate = (isRelease: boolean): number => (isRelease ? 0.1 : 1);

/** Whether this visit is one of them; `draw` is a random number from 0 up to, not including, 1. */
export const isTraced = (sampleRate: number, draw: number): boolean => draw < sampleRate;
