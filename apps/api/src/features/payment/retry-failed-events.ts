import type { Services } from '../../feature/services.ts';
import { claimFailedEvents } from './failed-events.ts';
import { hear } from './hear.ts';

const AT_ONCE = 20;

/** Tries failed events again when they are due. Each process claims different events. */
export async function retryFailedEvents(services: Services, stopping?: AbortSignal): Promise<void> {
  for (const { event } of await claimFailedEvents(services.db, services.clock.now(), AT_ONCE)) {
    if (stopping?.aborted === true) return;
    try {
      await hear(services, event, { isRetry: true });
    } catch (error) {
      services.log.warn({ err: error, eventId: event.eventId }, 'gateway event not handled yet');
    }
  }
}
