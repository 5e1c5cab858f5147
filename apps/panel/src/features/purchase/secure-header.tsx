import { Lock } from 'lucide-react';
import { BrandLogo } from '../../lib/frame/brand-logo.tsx';
import { useText } from '../../lib/i18n/texts.ts';

/** The partner's logo, and a note that the checkout is secure. */
export function SecureHeader() {
  const t = useText();
  return (
    <header className="border-b border-line bg-surface">
      <div className="flex min-h-17 items-center justify-between gap-4 px-5 desk:px-10">
        <BrandLogo className="min-w-0" />
        <p className="flex flex-none items-center gap-2.5 text-label text-2nd max-phone:text-small max-phone:gap-1.5">
          <Lock size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
          <span className="max-[22.4rem]:sr-only">{t('purchase.page.secure')}</span>
        </p>
      </div>
    </header>
  );
}
