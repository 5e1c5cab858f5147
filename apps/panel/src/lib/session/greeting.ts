import { rememberForVisit } from '../store/visit-memory.ts';

const greeting = rememberForVisit(false);

/** Notes that a screen has welcomed the person, such as the end of a purchase, so that no other welcome follows until a reload. */
export const noteGreeting = (): void => greeting.write(true);
export const isGreeted = (): boolean => greeting.read();
