// A vitest setup file of the screens: each test begins by taking away what the one before it left.
import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';

beforeEach(async () => {
  await cleanup();
  localStorage.clear();
  sessionStorage.clear();
  window.scrollTo(0, 0);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
