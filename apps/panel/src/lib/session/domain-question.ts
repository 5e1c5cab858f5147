import { readItem, removeItem, writeItem } from '../store/storage.ts';

const ITEM = 'postern.askDomain';

/** Asks for the domain after this sign-in. Only a sign-in by password asks, because a partner's link names its domain. */
export const askForDomain = (): void => writeItem('session', ITEM, '1');

/** Whether the question is due. It is asked only once. */
export function takeDomainQuestion(): boolean {
  const isDue = readItem('session', ITEM) !== null;
  removeItem('session', ITEM);
  return isDue;
}
