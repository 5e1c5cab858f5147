import { networkOf } from '@postern/domain/sign-in';
import type { Database } from '../db/client.ts';
import type { Clock } from '../runtime/clock.ts';
import { countAttempt } from './limit-attempts.ts';
import { PanelError } from './panel-error.ts';

/** How many signed links and tokens of one network are refused in 15 minutes. */
const REFUSALS_MAXIMUM = 60;
const REFUSALS = ['INVALID_JWT', 'INVALID_TOKEN'];

/** Looks at a partner's token, and counts it if it is refused: each refusal is written down for the partner. */
export async function countEntry<T>(
  deps: { db: Database; clock: Clock },
  { ip }: { ip: string },
  enter: () => Promise<T>,
): Promise<T> {
  const attempt = await countAttempt(deps, [`entry/${networkOf(ip)}`], REFUSALS_MAXIMUM);
  let isRefused = false;
  try {
    return await enter();
  } catch (error) {
    isRefused = error instanceof PanelError && REFUSALS.includes(error.code);
    throw error;
  } finally {
    if (!isRefused) await attempt.forgive();
  }
}
