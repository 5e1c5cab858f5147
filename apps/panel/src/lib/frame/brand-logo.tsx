import { BrandMark } from '@postern/ui/drawings/brand-mark';
import { useState } from 'react';
import { usePartner } from './partner.ts';

/** The partner's logo; our mark with the partner's name if it has none, or its server doesn't answer. Its height is fixed, so that nothing moves when the image loads. */
export function BrandLogo({ className = '' }: { className?: string }) {
  const { companyName, resources } = usePartner();
  const { controlPanelLogoUrl: light, controlPanelLogoDarkUrl: dark } = resources;
  const [lost, setLost] = useState<string | null>(null);
  return (
    <div className={`flex h-7 items-center gap-2.5 text-lead font-[640] tracking-[-0.01em] ${className}`}>
      {light && lost !== light ? (
        <>
          <img
            src={light}
            alt={companyName}
            onError={() => setLost(light)}
            className={`h-7 max-w-45 object-contain ${dark ? 'scheme-dark-hidden' : ''}`}
          />
          {dark && (
            <img
              src={dark}
              alt={companyName}
              onError={() => setLost(light)}
              className="scheme-light-hidden h-7 max-w-45 object-contain"
            />
          )}
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
