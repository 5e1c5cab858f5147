import { readItem, removeItem, writeItem } from '../store/storage.ts';

const ITEM = 'postern.askDomain';

/** Asks after this sign-in which of the domains is wanted. A partner's link has named one, so that only a password leads to the question. */
export const askForDomain = (): void => writeItem('session', ITEM, '1');

/** Whether the question is due; it is asked once. */
export function takeDomainQuestion(): boolean {
  const isDue = readItem('session', ITEM) !== null;
  removeItem('session', ITEM);
  return isDue;
}
