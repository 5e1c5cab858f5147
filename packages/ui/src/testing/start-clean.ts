// A vitest setup file of the screens: each test begins by taking away what the one before it left.
import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';

const early: string[] = [];
const warn = console.warn;

beforeEach(async () => {
  // A text that is used before its file has loaded: a person would see its key.
  console.warn = (...words: unknown[]) => {
    if (String(words[0]).startsWith('Uncompiled message')) early.push(String(words[0]));
    else warn(...words);
  };
  await cleanup();
  localStorage.clear();
  sessionStorage.clear();
  window.scrollTo(0, 0);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  console.warn = warn;
  const [first] = early.splice(0);
  if (first !== undefined) throw new Error(first);
});
