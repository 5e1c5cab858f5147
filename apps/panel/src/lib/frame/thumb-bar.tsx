import { FootBar } from '@postern/ui/layout/foot-bar';
import type { ReactNode } from 'react';
import { isFramed } from './frame.ts';

/** Whether a page's main action is in its head on a phone: the bottom of a frame may be far below what the person sees. */
export const isActionInHead = isFramed;

/** The page's main action on a phone, at the bottom of the window where a thumb reaches it. */
export function ThumbBar({ children }: { children: ReactNode }) {
  if (isActionInHead()) return null;
  return (
    <FootBar className="fixed inset-x-4 bottom-[max(16px,env(safe-area-inset-bottom))] z-10 desk:hidden">
      {children}
    </FootBar>
  );
}
