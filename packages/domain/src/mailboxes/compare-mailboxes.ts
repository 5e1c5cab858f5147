type Listed = { email: string };

/** The list's order: by address, by code points without case, so that the server's pages and the screen agree. */
export function compareMailboxes(one: Listed, other: Listed): number {
  const [a, b] = [one.email.toLowerCase(), other.email.toLowerCase()];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
