import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';

export type StatusKind = 'info' | 'good' | 'warn' | 'bad';

const ICONS = { info: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert };

/** The icon of a kind of news; each has its own shape, so that colour is never the only difference. */
export function StatusIcon({ kind, size = 18, className }: { kind: StatusKind; size?: number; className?: string }) {
  const Icon = ICONS[kind];
  return <Icon size={size} strokeWidth={1.9} aria-hidden="true" data-icon={kind} className={className} />;
}
