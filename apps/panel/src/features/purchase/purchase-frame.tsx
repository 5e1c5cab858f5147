import { PagePlace } from '@postern/ui/overlays/page-place';
import type { ReactNode } from 'react';
import { LanguageSelect } from '../../lib/frame/language-select.tsx';
import { BottomBarProvider } from './bottom-bar.tsx';
import { SecureHeader } from './secure-header.tsx';

/** The checkout's frame: a header and the step, without links that lead away. */
export function PurchaseFrame({ children }: { children: ReactNode }) {
  return (
    <BottomBarProvider className="flex min-h-dvh flex-col">
      <SecureHeader />
      <main className="mx-auto w-full max-w-258 flex-1 px-5 pt-6 pb-10 desk:pt-9">
        <PagePlace>{children}</PagePlace>
      </main>
      <footer className="mx-auto flex w-full max-w-258 justify-end px-5 py-5">
        <LanguageSelect />
      </footer>
    </BottomBarProvider>
  );
}

/** The step on the left and the order next to it; on a phone one below the other. */
export function TwoColumns({ step, aside }: { step: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid items-start gap-x-10 gap-y-8 desk:grid-cols-[minmax(0,1fr)_minmax(17rem,21.5rem)]">
      <div className="min-w-0">{step}</div>
      <aside className="min-w-0 desk:sticky desk:top-6">{aside}</aside>
    </div>
  );
}
