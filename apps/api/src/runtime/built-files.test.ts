import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { builtApi } from '../testing/built-api.ts';
import { LOCATIONS } from './locations.ts';

/** The files below a folder with this name, by their paths in it. */
function filesIn(folder: string, name: string): string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return all.flatMap((file) => {
    const [, inside] = path.join(file.parentPath, file.name).split(`/${name}/`);
    return inside === undefined ? [] : [inside];
  });
}

test('the build has every step of the schema, and not the megabytes that only the next step’s author needs', () => {
  const steps = readdirSync(LOCATIONS.migrations).filter((name) => name.endsWith('.sql'));
  expect(new Set(filesIn(builtApi(), 'migrations'))).toEqual(new Set([...steps, 'meta/_journal.json']));
});
