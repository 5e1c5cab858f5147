import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

type Entry = { name: Buffer; crc: number; packed: number; size: number; offset: number };

/** Names are UTF-8 (APPNOTE.TXT 4.4.4), and the sizes of a file follow its content, as they aren't known before. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
/** The 1st of January 1980, the earliest date that the format knows: `about.json` says when the archive was made. */
const DATE = 0x21;

/** A ZIP archive in memory, written file by file (PKWARE APPNOTE.TXT). Only packed bytes are kept. It can't exceed 4 GB. */
export function zipArchive() {
  const chunks: Buffer[] = [];
  const entries: Entry[] = [];
  let length = 0;
  const push = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
  };

  return {
    /** Adds a file, from its parts in order. */
    async add(fileName: string, parts: AsyncIterable<string> | Iterable<string>): Promise<void> {
      const name = Buffer.from(fileName);
      const entry = { name, crc: 0, packed: 0, size: 0, offset: length };
      push(Buffer.concat([fields([4, 0x04034b50], ...common(entry, false)), name]));
      const start = length;
      const deflate = createDeflateRaw();
      deflate.on('data', push);
      const ended = once(deflate, 'end');
      for await (const part of parts) {
        const bytes = Buffer.from(part);
        entry.crc = crc32(bytes, entry.crc);
        entry.size += bytes.length;
        if (!deflate.write(bytes)) await once(deflate, 'drain');
      }
      deflate.end();
      await ended;
      entry.packed = length - start;
      push(fields([4, 0x08074b50], [4, entry.crc], [4, entry.packed], [4, entry.size]));
      entries.push(entry);
    },
    /** The whole archive. Nothing can be added afterwards. */
    finish(): Buffer {
      const offset = length;
      for (const entry of entries)
        push(
          Buffer.concat([
            fields(
              [4, 0x02014b50],
              [2, VERSION],
              ...common(entry, true),
              [2, 0],
              [2, 0],
              [2, 0],
              [4, 0],
              [4, entry.offset],
            ),
            entry.name,
          ]),
        );
      const [count, size] = [entries.length, length - offset];
      push(fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]));
      return Buffer.concat(chunks);
    },
  };
}

type Field = readonly [bytes: 2 | 4, value: number];

/** What the header in front of a file and the one in the directory have in common. */
const common = ({ name, crc, packed, size }: Entry, isKnown: boolean): Field[] => [
  ...([
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATE],
    [2, 0],
    [2, DATE],
  ] as const),
  ...(isKnown
    ? ([
        [4, crc],
        [4, packed],
        [4, size],
      ] as const)
    : ([
        [4, 0],
        [4, 0],
        [4, 0],
      ] as const)),
  ...([
    [2, name.length],
    [2, 0],
  ] as const),
];

function fields(...list: Field[]): Buffer {
  const buffer = Buffer.alloc(list.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of list) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}
