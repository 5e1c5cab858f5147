import { endOfCustomerId } from '../sign-in/index.ts';

/** What a search looks for. Only whole values, so that nobody can browse through customers; for a domain the beginning is enough. */
export type StaffSearch =
  | { by: 'email'; email: string }
  | { by: 'id'; id: string }
  /** The end of a customer id, from its short form; a domain may begin with the same characters. */
  | { by: 'short-id'; end: string; beginning: string }
  | { by: 'card'; lastFourDigits: string }
  | { by: 'domain'; beginning: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LAST_FOUR = /^\d{4}$/;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}.-]{2,252}$/u;

/**
 * Reads what a supporter typed: an email address, an id of a customer or an order, four digits of a card, or a domain. Null if it is none
 * of these.
 */
export function readStaffSearch(typed: string): StaffSearch | null {
  const text = typed.trim().toLowerCase();
  if (text.includes('@')) return text.length <= 320 && !/\s/.test(text) ? { by: 'email', email: text } : null;
  if (UUID.test(text)) return { by: 'id', id: text };
  const end = endOfCustomerId(text);
  if (end !== null) return { by: 'short-id', end, beginning: text };
  if (LAST_FOUR.test(text)) return { by: 'card', lastFourDigits: text };
  const name = text.replace(/^https?:\/\//, '').replace(/[/?#].*$/, '');
  return NAME.test(name) ? { by: 'domain', beginning: name } : null;
}
