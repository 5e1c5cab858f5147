import type { Locale } from '../../lib/i18n/locales.ts';
import { createStore, useStore } from '../../lib/store/store.ts';

/** The search over everything, the list of shortcuts, or neither. */
type Shown = 'palette' | 'shortcuts' | null;

const shown = createStore<Shown>(null);

export const usePaletteState = (): Shown => useStore(shown);
export const showPalette = (what: Shown): void => shown.write(what);

/** The key that goes with a letter on this computer. */
const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);
export const commandKey = (locale: Locale): string => (isApple() ? '⌘' : locale === 'de-de' ? 'Strg' : 'Ctrl');
