import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the build that this test run uses: vitest-built-api.mjs. */
    builtApi: string;
  }
}

/** The folder with the built server, command line and sandbox gateway. */
export const builtApi = (): string => inject('builtApi');
