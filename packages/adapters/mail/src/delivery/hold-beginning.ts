/**
 * Passes a message on once its beginning is known. `judge` gets what has come so far, and whether that is all; it returns what to put before the
 * message, or null while it needs more.
 */
export async function* holdBeginning(
  source: AsyncIterable<Buffer>,
  judge: (held: Buffer, isAll: boolean) => Promise<Buffer | null> | Buffer | null,
): AsyncGenerator<Buffer> {
  let held: Buffer | null = Buffer.alloc(0);
  for await (const chunk of source) {
    if (held === null) {
      yield chunk;
      continue;
    }
    held = Buffer.concat([held, chunk]);
    const before = await judge(held, false);
    if (before === null) continue;
    yield before;
    yield held;
    held = null;
  }
  if (held === null) return;
  yield (await judge(held, true)) ?? NOTHING;
  yield held;
}

export const NOTHING = Buffer.alloc(0);
