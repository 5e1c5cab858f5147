import { findEndpointTrouble } from '@postern/domain/webhooks';
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type EndpointFigures, readEndpointStates } from './read-states.ts';

const NAMED_MOST = 5;
const MINUTE_MILLIS = 60_000;
const HOUR_MINUTES = 60;

/** The check of `doctor` for the addresses that events are sent to. It fails once one needs the operator's attention. */
export async function checkWebhooks(db: Database, clock: Clock): Promise<{ ok: boolean; detail: string }> {
  const endpoints = await readEndpointStates(db, clock.now());
  const troubles = endpoints.flatMap((endpoint) => describeTrouble(endpoint) ?? []);
  if (troubles.length > 0) {
    const more = troubles.length - NAMED_MOST;
    return { ok: false, detail: troubles.slice(0, NAMED_MOST).join('; ') + (more > 0 ? `; and ${more} more` : '') };
  }
  const waiting = endpoints.reduce((sum, endpoint) => sum + endpoint.waiting, 0);
  return {
    ok: true,
    detail: endpoints.length === 0 ? 'none' : `addresses: ${endpoints.length}, events that wait: ${waiting}`,
  };
}

/** Describes an endpoint's trouble and names its owner; null if it has none. */
function describeTrouble(endpoint: EndpointFigures): string | null {
  const { endpointId, partnerId, disabledReason, failingMillis, lateMillis, givenUp } = endpoint;
  const parts = findEndpointTrouble(endpoint).map((trouble) => {
    switch (trouble) {
      case 'disabled':
        return `disabled: ${disabledReason ?? ''}`;
      case 'failing':
        return `failing for ${lasting(failingMillis)}`;
      case 'late':
        return `an event has waited for ${lasting(lateMillis)}`;
      case 'given-up':
        return `events given up: ${givenUp}`;
    }
  });
  if (parts.length === 0) return null;
  return `${endpointId} (${partnerId === null ? 'yours' : `partner ${partnerId}`}) ${parts.join(', ')}`;
}

function lasting(millis: number | null): string {
  const minutes = Math.round((millis ?? 0) / MINUTE_MILLIS);
  return minutes < 2 * HOUR_MINUTES ? `${minutes} minutes` : `${Math.round(minutes / HOUR_MINUTES)} hours`;
}
