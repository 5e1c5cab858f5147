import type { Services } from '../../feature/services.ts';
import { Bell } from '../../runtime/bell.ts';
import { isImportDue } from './claim-import.ts';
import { runImports } from './run-imports.ts';

/**
 * Works on the imports that are due, in a process of its own if there can be one: copying for hours would hold up every request. That process
 * keeps looking for imports until none is due. ADR 113.
 */
export async function sweepImports(services: Services, stopping: AbortSignal, bell = new Bell()): Promise<void> {
  const { importWorker } = services;
  if (importWorker === null) return runImports(services, stopping, bell);
  if (await isImportDue(services)) await importWorker.work(stopping, bell);
}
