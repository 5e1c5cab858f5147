/** The colours of the panel; each is a CSS variable of the same name (`--page`). */
export const COLOR_TOKENS = [
  'page',
  'surface',
  'sunken',
  'row-hover',
  'line',
  'line-strong',
  'text',
  'text-2',
  'text-3',
  'accent',
  'accent-hover',
  'on-accent',
  'accent-text',
  'accent-soft',
  'accent-line',
  'good',
  'good-soft',
  'warn',
  'warn-soft',
  'bad',
  'bad-hover',
  'bad-soft',
  'on-bad',
] as const;

export type ColorToken = (typeof COLOR_TOKENS)[number];

export type Scheme = 'light' | 'dark';
