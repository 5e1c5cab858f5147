import { readItem } from '../store/storage.ts';

/** Tells a new tab that it is worth asking the others, where locks don't exist. It doesn't say who is signed in. */
export const HINT = 'postern.signedIn';
/** A lock that signed-in tabs share. The browser releases it when a tab is gone, even after a crash. */
export const LOCK = 'postern.signed-in';

/** Without https there are no locks: then only the hint says whether it is worth asking. */
export async function mayAnotherTabAnswer(): Promise<boolean> {
  if (!('locks' in navigator)) return readItem('local', HINT) !== null;
  const { held = [] } = await navigator.locks.query().catch(() => ({ held: [] }));
  return held.some((lock) => lock.name === LOCK);
}
