/**
 * The path to a text that the database can't store: with U+0000, or with half of a surrogate pair. Null if there is none. For parsed input
 * only, whose depth is limited by its schema.
 */
export function findUnstorableText(value: unknown, path: string[] = []): string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    const found = isStorable(key) ? findUnstorableText(part, [...path, key]) : path;
    if (found !== null) return found;
  }
  return null;
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
