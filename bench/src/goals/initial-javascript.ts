import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Comparison, within } from '../report/comparison.ts';
import { buildLeastApp } from '../servers/least-build.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const INITIAL_LIMIT_KB = 130;
/** Besides the entry and its imports, the login screen loads its texts. */
const ENTRY_TEXTS = /virtual:catalogue\/[\w-]+\/entry$/;

type Chunk = { file: string; isEntry?: boolean; imports?: string[] };
type Manifest = Record<string, Chunk>;

const readManifest = (dist: string) =>
  JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;

const gzippedKb = (dist: string, files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).byteLength, 0) /
  1000;

/** The files of a chunk: itself and all its static imports. */
function filesOf(manifest: Manifest, key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (chunk === undefined || files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, files);
  return files;
}

/** The page's own scripts, the entry with its imports, and the entry's texts in the language with the largest file. */
function initialFiles(dist: string): Set<string> {
  const manifest = readManifest(dist);
  const files = new Set<string>();
  const page = readFileSync(path.join(dist, 'index.html'), 'utf8');
  for (const [, file] of page.matchAll(/<(?:script|link rel="modulepreload")[^>]*(?:src|href)="\/([^"]+[.]js)"/g))
    if (file !== undefined) files.add(file);
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry === true) filesOf(manifest, key, files);
  const [texts] = Object.entries(manifest)
    .filter(([key]) => ENTRY_TEXTS.test(key))
    .map(([, { file }]) => file)
    .sort((one, other) => gzippedKb(dist, [other]) - gzippedKb(dist, [one]));
  if (texts !== undefined) files.add(texts);
  return files;
}

/** Goal 9: the JavaScript that the login screen needs, compared with a minimal app on the same stack. */
export function measureInitialJavaScript(): Comparison[] {
  const dist = path.join(ROOT, 'dist/panel');
  if (!existsSync(path.join(dist, '.vite/manifest.json'))) throw new Error('dist/panel is not built.');
  const initial = initialFiles(dist);
  const ours = [gzippedKb(dist, initial)];
  const least = { name: 'least build', sample: [leastBuildKb()] };
  const what = 'Login screen’s initial JavaScript, gzip';
  return [
    { goal: 9, what, unit: 'KB', ours, other: least, bound: { atMost: 1.25 } },
    within(9, what, 'KB', ours, INITIAL_LIMIT_KB),
  ];
}

function leastBuildKb(): number {
  const dist = buildLeastApp();
  return gzippedKb(dist, initialFiles(dist));
}
