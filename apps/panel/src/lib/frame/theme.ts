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

/** Light or dark, or as the system has it: then the attribute is absent and the style sheet decides. */
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
 * Dresses the page in a partner's theme: the server derives its style sheet, and links it in the page's head already where it
 * knows the partner by host or link. The sheet before stays until the next one is there, so that nothing flashes.
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
