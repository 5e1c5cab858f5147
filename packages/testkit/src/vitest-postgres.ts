import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';
import { createTemplate, TEMPLATE_DATABASE } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the run's PostgreSQL, for `createDatabase` of test-database.ts. */
    postgresUrl: string;
    /** The folder of its Unix socket, for `throughSocket` of test-database.ts. */
    postgresSocket: string;
    /** Name of the migrated database to copy; null if the api has none. */
    postgresTemplate: string | null;
  }
}

type PrepareTemplate = { prepareTemplate: (url: string) => Promise<void> };

/** The api's hook, found by its path, as the testkit may not import the apps. */
const HOOK = new URL('../../../apps/api/src/testing/prepare-template.ts', import.meta.url);

/** One PostgreSQL per run, with one migrated template. Tests get them by `inject('postgresUrl')` and `inject('postgresTemplate')`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgres();
  try {
    const hasHook = existsSync(fileURLToPath(HOOK));
    if (hasHook) {
      const { prepareTemplate } = (await import(HOOK.href)) as PrepareTemplate;
      await createTemplate(cluster.url, prepareTemplate);
    }
    project.provide('postgresUrl', cluster.url);
    project.provide('postgresSocket', cluster.socketFolder);
    project.provide('postgresTemplate', hasHook ? TEMPLATE_DATABASE : null);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster.stop;
}
