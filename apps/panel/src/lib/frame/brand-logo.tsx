import { BrandMark } from '@postern/ui/drawings/brand-mark';
import { usePartner } from './partner.ts';

/** The partner's logo, or our mark with the partner's name. Its height is fixed, so that nothing moves when the image loads. */
export function BrandLogo({ className = '' }: { className?: string }) {
  const { companyName, resources } = usePartner();
  const { controlPanelLogoUrl: light, controlPanelLogoDarkUrl: dark } = resources;
  return (
    <div className={`flex h-7 items-center gap-2.5 text-lead font-[640] tracking-[-0.01em] ${className}`}>
      {light ? (
        <>
          <img
            src={light}
            alt={companyName}
            className={`h-7 max-w-45 object-contain ${dark ? 'scheme-dark-hidden' : ''}`}
          />
          {dark && <img src={dark} alt={companyName} className="scheme-light-hidden h-7 max-w-45 object-contain" />}
        </>
      ) : (
        <>
          <BrandMark />
          <span className="min-w-0 truncate">{companyName}</span>
        </>
      )}
    </div>
  );
}
