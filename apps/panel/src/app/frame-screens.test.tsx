import { expect, test } from 'vitest';
import { FRAME_SCREENS } from './frame-screens.ts';
import { ROUTES } from './routes.ts';

test('every screen names its parts once: a screen of the frame in screens.ts, any other in its route [SHL-01]', () => {
  const named = ROUTES.filter(({ load }) => load).map(({ frame }) => frame);
  expect(new Set(named)).toEqual(new Set(['bare']));
  expect(Object.keys(FRAME_SCREENS).toSorted()).toEqual(
    ROUTES.filter(({ load }) => !load)
      .map(({ path }) => path)
      .toSorted(),
  );
});
