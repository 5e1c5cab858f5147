import { rememberForVisit } from '../store/visit-memory.ts';

/** A challenge that a purchase link has led to, for the screen that asks for the code. A secret: neither stored nor in an address. */
export const codeQuestion = rememberForVisit<string | null>(null);
