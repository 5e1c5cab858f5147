import path from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the build that this test run uses: vitest-built-api.mjs. */
    builtApi: string;
  }
}

/** How to start the built gateway, which starts in half the time and is what is delivered. */
export const gatewayCommand = (): readonly string[] => [
  process.execPath,
  path.join(inject('builtApi'), 'sandbox-gateway.mjs'),
];
