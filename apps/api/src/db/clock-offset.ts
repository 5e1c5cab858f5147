import { inArray } from 'drizzle-orm';
import type { MovableClock } from '../runtime/clock.ts';
import type { Database } from './client.ts';
import { setting } from './tables.ts';

const OFFSET = 'clock-offset-millis';
const FROZEN = 'clock-frozen-at-millis';

/** How far the clock was moved, and at which time it was stopped, in epoch milliseconds; null while it runs. */
type Moved = { offsetMillis: number; frozenAtMillis: number | null };

/** Loads how the clock was moved, so that all processes have the same time. */
export async function loadClockOffset(db: Database, clock: MovableClock): Promise<void> {
  const rows = await db.global
    .select()
    .from(setting)
    .where(inArray(setting.name, [OFFSET, FROZEN]));
  const valueOf = (wanted: string) => rows.find(({ name }) => name === wanted)?.value;
  const [offset, frozen] = [valueOf(OFFSET), valueOf(FROZEN)];
  clock.setOffsetMillis(typeof offset === 'number' ? offset : 0);
  clock.freeze(typeof frozen === 'number' ? frozen : null);
}

export async function saveClock(db: Database, clock: MovableClock, moved: Moved): Promise<void> {
  const { offsetMillis, frozenAtMillis } = moved;
  for (const [name, value] of [
    [OFFSET, offsetMillis],
    // JSON's null isn't SQL's, which the column refuses.
    [FROZEN, frozenAtMillis ?? false],
  ] as const)
    await db.global
      .insert(setting)
      .values({ name, value })
      .onConflictDoUpdate({ target: setting.name, set: { value } });
  clock.setOffsetMillis(offsetMillis);
  clock.freeze(frozenAtMillis);
}
