import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServedZone } from '../port.ts';

const EXTENSION = '.zone.json';

/** The zones of a folder, one file each. A zone's file is always whole: it is written under another name, then renamed. */
export async function readZones(dir: string): Promise<ServedZone[]> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const names = (await readdir(dir)).filter((name) => name.endsWith(EXTENSION));
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(dir, name), 'utf8')) as ServedZone));
}

/** Writes a zone so that it survives a power cut once this resolves. */
export async function writeZone(dir: string, zone: ServedZone): Promise<void> {
  const file = fileOf(dir, zone.zoneName);
  const staged = `${file}.new`;
  const handle = await open(staged, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(zone));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(staged, file);
  await syncFolder(dir);
}

/** Removes a zone's file, if there is one. */
export async function removeZone(dir: string, zoneName: string): Promise<void> {
  await rm(fileOf(dir, zoneName), { force: true });
  await syncFolder(dir);
}

function fileOf(dir: string, zoneName: string): string {
  // Zone names were validated before, so none leads out of the folder.
  return join(dir, `${zoneName}${EXTENSION}`);
}

async function syncFolder(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
