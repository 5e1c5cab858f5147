import { afterAll, beforeAll } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from './start-test-app.ts';

/** A panel for the tests of a file: started before the first and stopped after the last. Use its parts only inside tests. */
export function useTestApp(options?: TestAppOptions): TestApp {
  let started: TestApp | undefined;
  beforeAll(async () => {
    started = await startTestApp(options);
  });
  afterAll(() => started?.stop());
  return new Proxy({} as TestApp, {
    get: (_target, name) => {
      if (started === undefined) throw new Error('The panel of the tests runs inside tests only.');
      return Reflect.get(started, name);
    },
    ownKeys: () => Reflect.ownKeys(started ?? {}),
    getOwnPropertyDescriptor: (_target, name) => Reflect.getOwnPropertyDescriptor(started ?? {}, name),
  });
}
