import { Button } from '@postern/ui/buttons/button';
import { ClosedDoor } from '@postern/ui/drawings/closed-door';
import { Loader } from '@postern/ui/feedback/loader';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { BrandLogo } from '../../lib/frame/brand-logo.tsx';
import { LanguageSelect } from '../../lib/frame/language-select.tsx';
import { loadPartner, usePartner } from '../../lib/frame/partner.ts';
import { UiProviders } from '../../lib/frame/ui-providers.tsx';
import { hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { InstructionsSheet } from './instructions-sheet.tsx';
import { instructionsQuery } from './queries.ts';

/** The records to set, for the person who manages the domain's DNS: without a login, and nothing else. */
export function InstructionsPage() {
  return (
    <UiProviders>
      <div className="mx-auto flex min-h-dvh w-full max-w-211 flex-col px-5 py-6 desk:py-9 print:max-w-none print:p-0">
        <header className="mb-8 print:mb-4 flex items-center justify-between gap-4">
          <BrandLogo />
          <span className="print:hidden">
            <LanguageSelect />
          </span>
        </header>
        <main className="flex-1">
          <Instructions />
        </main>
      </div>
    </UiProviders>
  );
}

function Instructions() {
  const t = useText();
  const token = useLocation({ select: ({ hash }) => hash });
  const read = useQuery({ ...instructionsQuery(token), enabled: token !== '' });
  const partner = usePartner();
  const wanted = read.data?.partnerId ?? partner.partnerId;
  // In the look of the domain's partner, whichever host the link was opened on.
  useEffect(() => {
    if (wanted !== partner.partnerId) loadPartner({ partnerId: wanted }).catch(() => {});
  }, [wanted, partner.partnerId]);
  if (read.data) return <InstructionsSheet data={read.data} token={token} />;
  if (token !== '' && !read.error) return <Loader text={t('domainInstructions.page.loading')} className="min-h-80" />;
  const isClosed = token === '' || hasCode(read.error, 'TOKEN_EXPIRED');
  return (
    <div role="alert">
      <EmptyState
        level={1}
        drawing={<ClosedDoor />}
        title={t(isClosed ? 'domainInstructions.page.closedTitle' : 'domainInstructions.page.failedTitle')}
        action={
          !isClosed && (
            <Button pending={read.isFetching} onClick={() => void read.refetch()}>
              {t('domainInstructions.page.retry')}
            </Button>
          )
        }
      >
        {isClosed ? t('domainInstructions.page.closedText') : errorText(read.error, t)}
      </EmptyState>
    </div>
  );
}
