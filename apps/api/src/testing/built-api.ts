import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the build that a run of tests goes with: vitest-built-api.mjs. */
    builtApi: string;
  }
}

/** The server, the command line and the sandbox gateway as this run's build has them. */
export const builtApi = (): string => inject('builtApi');
