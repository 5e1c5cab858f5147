/**
 * Which files of texts travel together: one chunk a locale and group, so that a screen loads the words it shows and no others.
 * A file that isn't named here belongs to `panel`.
 */
export const TEXT_GROUPS = {
  entry: ['app', 'errors', 'sign-in'],
  purchase: ['purchase'],
} as const;

export type TextGroup = keyof typeof TEXT_GROUPS | 'panel';

export const ALL_TEXT_GROUPS: readonly TextGroup[] = ['entry', 'panel', 'purchase'];

export function textGroupOf(feature: string): TextGroup {
  if ((TEXT_GROUPS.entry as readonly string[]).includes(feature)) return 'entry';
  return (TEXT_GROUPS.purchase as readonly string[]).includes(feature) ? 'purchase' : 'panel';
}
