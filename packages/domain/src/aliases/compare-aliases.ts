type Named = { displayName: string; email: string };

/** The list's order: by display name, then by address, without case. Spec 2 §3, Alias. */
export function compareAliases(one: Named, other: Named): number {
  return compare(one.displayName, other.displayName) || compare(one.email, other.email);
}

function compare(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
