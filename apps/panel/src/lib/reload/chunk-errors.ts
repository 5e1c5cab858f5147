import { readItem, writeItem } from '../store/storage.ts';
import { saveOpenDrafts } from './drafts.ts';
import { reloadPage } from './reload-page.ts';

/**
 * Spec 1 §9: a chunk may take two minutes.
 * @internal
 */
export const CHUNK_TIMEOUT_MS = 120_000;
const RELOADED_AT = 'postern.chunkReload';
/** A failure this soon after our own reload causes no other. Longer than a chunk may take, or a slow chunk would reload for ever. */
const RELOAD_PAUSE_MS = 300_000;

const MESSAGES =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|Loading chunk|module factory/i;
const NAMES = ['ChunkLoadError', 'ChunkTimeout'];
const CODES = ['CSS_CHUNK_LOAD_FAILED', 'MODULE_NOT_FOUND'];

/** Whether a part of the panel couldn't be fetched, because a new version was deployed or the network is down. Spec 1 §8. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return NAMES.includes(error.name) || CODES.includes(code) || MESSAGES.test(error.message);
}

class ChunkTimeout extends Error {
  override readonly name = 'ChunkTimeout';
}

/** Limits a chunk to its two minutes, without a second try. */
export function inTime<T>(chunk: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkTimeout('a part of the panel took too long')), CHUNK_TIMEOUT_MS);
  });
  return Promise.race([chunk, late]).finally(() => clearTimeout(timer));
}

function reloadOnce(now: number): boolean {
  const last = Number(readItem('session', RELOADED_AT));
  if (!navigator.onLine || (last > 0 && now - last < RELOAD_PAUSE_MS)) return false;
  writeItem('session', RELOADED_AT, String(now));
  // Without storage nothing remembers the reload, and it would repeat for ever.
  if (readItem('session', RELOADED_AT) === null) return false;
  saveOpenDrafts();
  reloadPage.now();
  return true;
}

/** Loads a part of the panel. If that fails, reloads the page once and keeps what was typed; the second time it throws. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await inTime(load());
  } catch (error) {
    // The page is about to reload, so this never resolves.
    if (isChunkError(error) && reloadOnce(Date.now())) return await new Promise<never>(() => {});
    throw error;
  }
}
