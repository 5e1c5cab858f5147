import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export type TagKind = 'accent' | 'neutral' | 'good' | 'warn' | 'bad';

export interface TagProps {
  kind?: TagKind | undefined;
  icon?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

const KINDS: Record<TagKind, string> = {
  accent: 'bg-accent-soft text-accent-text',
  neutral: 'bg-sunken text-2nd',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
};

/** A word about the thing next to it. */
export function Tag({ kind = 'accent', icon, className, children }: TagProps) {
  return (
    <span
      data-kind={kind}
      className={cx(
        'inline-flex flex-none items-center gap-1.5 rounded-full px-2.25 py-0.5 text-tag leading-[1.5] font-medium whitespace-nowrap forced-colors:border',
        KINDS[kind],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
