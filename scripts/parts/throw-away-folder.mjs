import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;

const hasRoom = () => {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= NEEDED_BYTES && freemem() >= NEEDED_BYTES;
  } catch {
    return false;
  }
};

/**
 * The folder for temporary files of a test run: in memory if a run fits into it, else `otherwise`. Each test file has a database
 * of 1,600 files of its own, and ext4 takes a fifth of the tests' whole time to find new inodes next to ones that were just deleted.
 */
export const throwAwayFolder = (otherwise = tmpdir()) => (hasRoom() ? IN_MEMORY : otherwise);
