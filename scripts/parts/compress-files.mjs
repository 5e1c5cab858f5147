import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The files that shrink. Fonts and pictures are compressed by their own format. */
const SHRINKS = /\.(js|css|svg|json|txt)$/;
/** Below this a response's headers are most of it. */
const LEAST_BYTES = 512;

const brotli = (bytes) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
const gzipped = (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION });

/** Writes `<file>.br` and `<file>.gz` next to each file that shrinks, so that serving a file compressed costs no more than serving it. */
export async function compressFiles(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && SHRINKS.test(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      const bytes = readFileSync(file);
      if (bytes.length < LEAST_BYTES) return;
      writeFileSync(`${file}.br`, await brotli(bytes));
      writeFileSync(`${file}.gz`, await gzipped(bytes));
    }),
  );
}
