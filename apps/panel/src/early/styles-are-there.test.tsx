import { expect, onTestFinished, test } from 'vitest';
import { stylesAreThere } from './styles-are-there.ts';

test('a style sheet that has failed already is not waited for, as it tells nobody any more [SHL-01]', async () => {
  const link = document.createElement('link');
  onTestFinished(() => link.remove());
  link.rel = 'stylesheet';
  link.href = 'data:text/html,none';
  // What a browser may say of one that failed.
  Object.defineProperty(link, 'sheet', { value: null });
  document.head.append(link);
  await new Promise((done) => {
    link.addEventListener('error', done);
    link.addEventListener('load', done);
  });
  await stylesAreThere();
  expect(document.readyState).toBe('complete');
});
