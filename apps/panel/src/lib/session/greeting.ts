import { rememberForVisit } from '../store/visit-memory.ts';

const greeting = rememberForVisit(false);

/** A screen has welcomed the person, as the end of a purchase does: until the page is loaded anew no other word of welcome follows. */
export const noteGreeting = (): void => greeting.write(true);
export const isGreeted = (): boolean => greeting.read();
