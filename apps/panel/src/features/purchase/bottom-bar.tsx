import { FootBar } from '@postern/ui/layout/foot-bar';
import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../../lib/i18n/texts.ts';

const Place = createContext<HTMLElement | null>(null);

/** The page with a bar at the bottom that stays in view; only on a phone. */
export function BottomBarProvider({ className, children }: { className: string; children: ReactNode }) {
  const t = useText();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Place value={place}>
      <div className={className}>
        {children}
        <FootBar className="sticky bottom-0 z-10 desk:hidden">
          <section
            ref={setPlace}
            aria-label={t('purchase.order.title')}
            className="border-t border-line bg-surface px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-floating empty:hidden"
          />
        </FootBar>
      </div>
    </Place>
  );
}

/** Puts a step's total and button into the bar. */
export function InBottomBar({ children }: { children: ReactNode }) {
  const place = use(Place);
  return place && createPortal(children, place);
}
