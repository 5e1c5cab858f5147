import { setTimeout as sleep } from 'node:timers/promises';
import { MailSourceError } from './port.ts';

/** Failures to connect take a multiple of this, so that their time doesn't tell a closed port from a silent one. */
const SLOT_MILLIS = 11_000;

/** Delays the error of a server that wasn't reached, so that nobody finds open ports or hosts behind us by the time that it takes. */
export async function sameFailureTime<T>(connecting: Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await connecting;
  } catch (error) {
    if (error instanceof MailSourceError && error.kind === 'unreachable') {
      const spent = performance.now() - startedAt;
      await sleep(Math.max(0, Math.ceil(spent / SLOT_MILLIS) * SLOT_MILLIS - spent));
    }
    throw error;
  }
}
