import type { Queryable } from '../../db/client.ts';
import { HELD_DATA } from './held-data.ts';
import { readHeldRows } from './held-data-repository.ts';
import { zipArchive } from './zip-archive.ts';

/** Everything that is stored about a customer, as a ZIP archive with one JSON file for each kind of thing. In a system's transaction. */
export async function writeExport(tx: Queryable, customerId: string, now: Date): Promise<Buffer> {
  const zip = zipArchive();
  await zip.add('about.json', [JSON.stringify(aboutExport(customerId, now), null, 2), '\n']);
  const rows = flatten(readHeldRows(tx, customerId));
  let next = await rows.next();
  for (const { file } of HELD_DATA) {
    if (file === null) continue;
    await zip.add(`${file}.json`, rowsOfFile(file));
  }
  return zip.finish();

  /** The rows come file by file, in the order of the list; this takes those of the file whose turn it is. */
  async function* rowsOfFile(file: string): AsyncGenerator<string> {
    let separator = '[\n';
    for (; next.done !== true && next.value.file === file; next = await rows.next()) {
      yield `${separator}${next.value.row}`;
      separator = ',\n';
    }
    yield separator === ',\n' ? '\n]\n' : '[]\n';
  }
}

async function* flatten<T>(batches: AsyncIterable<T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch;
}

const aboutExport = (customerId: string, now: Date) => ({
  format: 1,
  madeAt: now.toISOString(),
  customerId,
  leftOut: 'Passwords, keys, tokens and their hashes; and the mail itself, which an email app downloads by IMAP.',
  files: Object.fromEntries(
    HELD_DATA.flatMap(({ file, about }) => (file === null ? [] : [[`${file}.json`, about] as const])),
  ),
});
