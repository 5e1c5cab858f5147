import { eq } from 'drizzle-orm';
import type { MovableClock } from '../runtime/clock.ts';
import type { Database } from './client.ts';
import { setting } from './tables.ts';

const NAME = 'clock-offset-millis';

/** Loads how far the clock was moved, so that all processes have the same time. */
export async function loadClockOffset(db: Database, clock: MovableClock): Promise<void> {
  const [row] = await db.global.select().from(setting).where(eq(setting.name, NAME));
  clock.setOffsetMillis(typeof row?.value === 'number' ? row.value : 0);
}

export async function saveClockOffset(db: Database, clock: MovableClock, offsetMillis: number): Promise<void> {
  await db.global
    .insert(setting)
    .values({ name: NAME, value: offsetMillis })
    .onConflictDoUpdate({ target: setting.name, set: { value: offsetMillis } });
  clock.setOffsetMillis(offsetMillis);
}
