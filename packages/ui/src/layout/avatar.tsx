import { cx } from '../cx.ts';

export interface AvatarProps {
  /** The name whose initials it shows. */
  name: string;
  /** m 34 px, l 56 px. */
  size?: 'm' | 'l' | undefined;
  className?: string | undefined;
}

/** Scripts with square characters: two of them don't fit, and the first is the family name's. */
const WIDE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;

/** First letters of the first and last word. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._]+/u)
    .filter(Boolean);
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  // By code point, so that a letter outside the basic plane isn't cut.
  const [one = ''] = first;
  const [other = ''] = last;
  return (WIDE.test(one) ? one : one + other).toLocaleUpperCase();
}

/** The initials of a person whose name is next to it. */
export function Avatar({ name, size = 'm', className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid flex-none place-items-center rounded-full bg-sunken font-semibold text-2nd select-none forced-colors:border',
        size === 'm' ? 'size-8.5 text-[13px]' : 'size-14 text-[20px]',
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
