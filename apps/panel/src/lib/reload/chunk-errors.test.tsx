import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS, isChunkError, loadChunk } from './chunk-errors.ts';
import { takeDraft } from './drafts.ts';
import { reloadPage } from './reload-page.ts';

const MARK = 'postern.chunkReload';
beforeEach(() => {
  sessionStorage.removeItem(MARK);
  vi.spyOn(reloadPage, 'now').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  sessionStorage.removeItem(MARK);
});

const named = (name: string, message = 'x') => Object.assign(new Error(message), { name });
const coded = (code: string) => Object.assign(new Error('x'), { code });

test.for([
  [
    'a module that can not be fetched',
    new TypeError('Failed to fetch dynamically imported module: https://x/a.js'),
    true,
  ],
  ['the same in Safari', new TypeError('Importing a module script failed.'), true],
  ['a style sheet of a part', new Error('Unable to preload CSS for /assets/a.css'), true],
  ['ChunkLoadError', named('ChunkLoadError'), true],
  ['CSS_CHUNK_LOAD_FAILED', coded('CSS_CHUNK_LOAD_FAILED'), true],
  ['MODULE_NOT_FOUND', coded('MODULE_NOT_FOUND'), true],
  ['a mistake of ours', new TypeError('x is undefined'), false],
  ['something that is no error', 'ChunkLoadError', false],
] as const)('%s is told apart: a chunk failure is %3$s [SHL-11]', ([, error, expected]) => {
  expect(isChunkError(error)).toBe(expected);
});

const failing = () => loadChunk(() => Promise.reject(named('ChunkLoadError')));

test('a chunk that fails reloads the page once, and the second time the screen shows the error [SHL-11]', async () => {
  void failing();
  await expect.poll(() => reloadPage.now).toHaveBeenCalledOnce();
  await expect(failing()).rejects.toThrow('x');
  expect(reloadPage.now).toHaveBeenCalledOnce();
});

test('long after our own reload, a failed chunk reloads the page again [SHL-11]', async () => {
  sessionStorage.setItem(MARK, String(Date.now() - 300_001));
  void failing();
  await expect.poll(() => reloadPage.now).toHaveBeenCalledOnce();
});

test('offline nothing is reloaded, because that would lose the page [SHL-11]', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(failing()).rejects.toThrow('x');
  expect(reloadPage.now).not.toHaveBeenCalled();
});

test('a chunk fails after 120 seconds, and after a reload the screen shows that [SHL-11]', async () => {
  expect(CHUNK_TIMEOUT_MS).toBe(120_000);
  vi.useFakeTimers();
  const never = () => loadChunk(() => new Promise<never>(() => {}));
  void never();
  await vi.advanceTimersByTimeAsync(119_999);
  expect(reloadPage.now).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reloadPage.now).toHaveBeenCalledOnce();

  const second = never().catch((error: unknown) => String(error));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await second).toContain('took too long');
  expect(reloadPage.now).toHaveBeenCalledOnce();
});

test('a chunk that comes in time leaves no timer behind [SHL-11]', async () => {
  vi.useFakeTimers();
  await expect(loadChunk(async () => 'here')).resolves.toBe('here');
  expect(vi.getTimerCount()).toBe(0);
});

test('an error that is not a chunk failure is thrown at once [SHL-11]', async () => {
  await expect(loadChunk(() => Promise.reject(new Error('mistake')))).rejects.toThrow('mistake');
  expect(sessionStorage.getItem('postern.chunkReload')).toBeNull();
});

test('a draft kept over a reload is given back once [SHL-11]', () => {
  sessionStorage.setItem('postern.draft.note', JSON.stringify({ text: 'half a sentence' }));
  expect(takeDraft('note')).toEqual({ text: 'half a sentence' });
  expect(takeDraft('note')).toBeNull();
});
