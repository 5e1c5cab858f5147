import type { PlaywrightTestOptions } from '@playwright/test';

type Size = Pick<PlaywrightTestOptions, 'viewport' | 'hasTouch' | 'isMobile'>;

/** For journeys about the width of a screen. All others run at the first size. */
export const WIDE: Size = { viewport: { width: 1280, height: 860 }, hasTouch: false, isMobile: false };
export const PHONE: Size = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
