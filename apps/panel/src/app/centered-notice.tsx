import { createContext, type ReactNode, use } from 'react';

/** Whether the frame's own `main` is around: a page has one. */
export const InFrame = createContext(false);

/** A notice in the middle of its place: the window, or the frame's part of it. */
export function CenteredNotice({ children }: { children: ReactNode }) {
  const inFrame = use(InFrame);
  const Place = inFrame ? 'div' : 'main';
  return (
    <Place className={`grid place-items-center px-5 py-12 text-center ${inFrame ? 'min-h-[60dvh]' : 'min-h-dvh'}`}>
      {children}
    </Place>
  );
}
