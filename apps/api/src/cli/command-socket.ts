import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The longest path of a socket on Linux, with some room left. */
const MAXIMUM_PATH_BYTES = 100;

/** Where the running server accepts commands: in its data folder, or, if that path is too long, in a temporary folder of the same user. */
export function commandSocketPath(dataDir: string): string {
  const inDataDir = path.join(dataDir, 'postern.sock');
  if (Buffer.byteLength(inDataDir) <= MAXIMUM_PATH_BYTES) return inDataDir;
  const dir = path.join(os.tmpdir(), `postern-${os.userInfo().uid}`);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return path.join(dir, `${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}.sock`);
}
