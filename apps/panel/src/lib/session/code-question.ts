import { rememberForVisit } from '../store/visit-memory.ts';

/** A challenge from a purchase link, for the screen that asks for the code. It is a secret, so it is never stored or put in an address. */
export const codeQuestion = rememberForVisit<string | null>(null);
