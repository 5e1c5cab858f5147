/**
 * Where a value holds a text that no database keeps: with U+0000, or with half of a surrogate pair. Null when all is well.
 * For parsed input only, whose depth its schema bounds.
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
