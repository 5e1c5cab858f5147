import { BrandMark } from '@postern/ui/drawings/brand-mark';
import { useState } from 'react';
import { usePartner } from './partner.ts';

/**
 * The partner's logo, which our server fetches from the partner's; without one, our mark with the partner's name. The height is fixed, so
 * that nothing moves when the image loads.
 */
export function BrandLogo({ className = '' }: { className?: string }) {
  const { companyName, partnerId, resources } = usePartner();
  const { controlPanelLogoUrl: light, controlPanelLogoDarkUrl: dark } = resources;
  const [lost, setLost] = useState<string | null>(null);
  const picture = (query: string, hidden: string) => (
    <img
      src={`/partner-logo?partnerId=${partnerId}${query}`}
      alt={companyName}
      onError={() => setLost(light)}
      className={`h-7 max-w-45 object-contain ${hidden}`}
    />
  );
  return (
    <div className={`flex h-7 items-center gap-2.5 text-lead font-[640] tracking-[-0.01em] ${className}`}>
      {light && lost !== light ? (
        <>
          {picture('', dark ? 'scheme-dark-hidden' : '')}
          {dark && picture('&scheme=dark', 'scheme-light-hidden')}
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
