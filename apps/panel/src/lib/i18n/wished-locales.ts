import { readItem } from '../store/storage.ts';

/** The languages for a visit, best first: named by the link, chosen before, set in the browser. */
export const wishedLocales = (asked: string | null): (string | null)[] => [
  asked,
  readItem('session', 'lang'),
  readItem('local', 'postern.locale'),
  ...navigator.languages,
];
