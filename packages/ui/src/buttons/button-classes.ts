import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** primary: the one thing to do here. quiet: next to it. ghost: in a tool row. danger: loses something. link: in running text. */
export type ButtonKind = 'primary' | 'quiet' | 'ghost' | 'danger' | 'danger-outline' | 'link';
/** s 36 px, m 42 px, l 48 px. */
export type ButtonSize = 's' | 'm' | 'l';

/** Properties that a button shares with a link that looks like one. */
export interface ButtonLook {
  kind?: ButtonKind | undefined;
  size?: ButtonSize | undefined;
  /** As wide as its container. */
  wide?: boolean | undefined;
  /** Before the label. */
  icon?: ReactNode;
  /** After the label. */
  iconAfter?: ReactNode;
}

const KINDS: Record<ButtonKind, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-hover',
  quiet: 'bg-surface text-text border-line-strong hover:bg-sunken active:bg-sunken',
  ghost: 'border-transparent text-2nd hover:bg-sunken hover:text-text active:bg-sunken',
  danger: 'border-transparent bg-bad text-on-bad hover:bg-bad-hover active:bg-bad-hover',
  'danger-outline': 'bg-surface text-bad border-bad hover:bg-bad-soft active:bg-bad-soft',
  link: 'border-transparent text-accent-text underline-offset-3 hover:underline',
};

const SIZES: Record<ButtonSize, string> = {
  s: 'touch min-h-9 text-label py-1.5',
  m: 'touch min-h-10.5 text-body py-2',
  l: 'min-h-12 text-body py-2.5',
};

function padding(kind: ButtonKind, size: ButtonSize): string {
  if (kind === 'link') return 'touch min-h-0! border-0! py-0! rounded-[3px]';
  if (kind === 'ghost') return 'px-2.5';
  return size === 's' ? 'px-3.5' : 'px-4.5';
}

const BASE =
  'relative inline-flex items-center justify-center gap-2 border rounded-md font-strong leading-tight text-center no-underline hover:no-underline transition-colors duration-120 select-none [&_svg]:flex-none';
const OFF =
  'disabled:bg-sunken disabled:text-3rd disabled:border-line disabled:cursor-not-allowed data-disabled:bg-sunken data-disabled:text-3rd data-disabled:border-line';

export function buttonClasses(kind: ButtonKind, size: ButtonSize, wide: boolean, className?: string): string {
  const off =
    kind === 'link' || kind === 'ghost'
      ? 'disabled:text-3rd disabled:cursor-not-allowed disabled:hover:bg-transparent disabled:no-underline'
      : OFF;
  return cx(BASE, KINDS[kind], SIZES[size], padding(kind, size), off, wide && 'w-full', className);
}
