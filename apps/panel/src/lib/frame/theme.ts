import type { PartnerInfo } from '@postern/contract/partners';
import { readItem, removeItem, writeItem } from '../store/storage.ts';
import { createStore, useStore } from '../store/store.ts';

export type Scheme = 'light' | 'dark' | 'system';

const readScheme = (): Scheme => {
  const stored = readItem('local', 'postern.scheme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
};
const scheme = createStore<Scheme>(readScheme());
export const useScheme = (): Scheme => useStore(scheme);

/** Light, dark, or the system's choice: then the attribute is absent and the style sheet decides. */
export function chooseScheme(choice: Scheme): void {
  const root = document.documentElement;
  if (choice === 'system') {
    removeItem('local', 'postern.scheme');
    delete root.dataset['scheme'];
  } else {
    writeItem('local', 'postern.scheme', choice);
    root.dataset['scheme'] = choice;
  }
  scheme.write(choice);
}

const SHEET = 'link[data-partner-theme]';

/**
 * Applies a partner's theme to the page. The server derives the style sheet, and already links it in the page's head if it
 * knows the partner by host or link. The previous sheet stays until the new one has loaded, so that nothing flashes.
 */
export function applyPartnerTheme(partner: PartnerInfo): void {
  document.documentElement.dataset['brand'] = partner.brand;
  const before = document.querySelectorAll<HTMLLinkElement>(SHEET);
  const wanted = `/theme.css?partnerId=${partner.partnerId}`;
  if ([...before].some((sheet) => sheet.getAttribute('href') === wanted)) return;
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.dataset['partnerTheme'] = '';
  sheet.href = wanted;
  sheet.addEventListener('load', () => {
    for (const old of before) old.remove();
  });
  document.head.append(sheet);
}
