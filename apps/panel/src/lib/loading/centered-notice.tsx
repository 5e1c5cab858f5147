import { createContext, type ReactNode, use } from 'react';

/** Whether the frame's own `main` surrounds this: a page may have only one. */
export const InFrame = createContext(false);

/** A notice in the middle of the window, or of the frame's content. */
export function CenteredNotice({ children }: { children: ReactNode }) {
  const inFrame = use(InFrame);
  const Place = inFrame ? 'div' : 'main';
  return (
    <Place className={`grid place-items-center px-5 py-12 text-center ${inFrame ? 'min-h-[60dvh]' : 'min-h-dvh'}`}>
      {children}
    </Place>
  );
}
