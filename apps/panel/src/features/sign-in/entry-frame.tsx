import { DoorScene } from '@postern/ui/drawings/door-scene';
import type { ReactNode } from 'react';
import { BrandLogo } from '../../lib/frame/brand-logo.tsx';
import { LanguageSelect } from '../../lib/frame/language-select.tsx';
import { usePartner } from '../../lib/frame/partner.ts';
import { RichText } from '../../lib/i18n/rich-text.tsx';
import { useText } from '../../lib/i18n/texts.ts';

/** The frame of the screens before a sign-in: the form, and in a wide window the drawing. */
export function EntryFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh desk:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex min-w-0 flex-col px-5 py-6 desk:px-10 desk:py-10 min-[62rem]:px-14">
        <header>
          <BrandLogo />
        </header>
        <main className="m-auto w-full max-w-93 py-10">{children}</main>
        <EntryFooter />
      </div>
      <div className="grid items-end justify-items-center overflow-clip bg-accent-soft max-desk:hidden">
        <DoorScene className="block w-[88%] max-w-155" />
      </div>
    </div>
  );
}

function EntryFooter() {
  const t = useText();
  const { emails } = usePartner();
  const support = (words: string) => <a href={`mailto:${emails.supportEmail}`}>{words}</a>;
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-small text-2nd">
      <p>
        <RichText text={t('login.links.support')} parts={{ support }} />
      </p>
      <LanguageSelect />
    </footer>
  );
}
