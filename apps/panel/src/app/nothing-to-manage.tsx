import type { Bundle } from '@postern/contract/session';
import { showNames } from '@postern/domain/addresses';
import { Button } from '@postern/ui/buttons/button';
import { LostLetter } from '@postern/ui/drawings/lost-letter';
import { EmptyState } from '@postern/ui/layout/empty-state';
import { List, ListItem } from '@postern/ui/layout/list-item';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { signOutHere } from '../lib/access/sign-out.ts';
import { usePartner } from '../lib/frame/partner.ts';
import { useView } from '../lib/frame/view.ts';
import { RichText } from '../lib/i18n/rich-text.tsx';
import { useText } from '../lib/i18n/texts.ts';
import { usePart } from '../lib/loading/use-part.ts';
import { useSession } from '../lib/session/session-store.ts';
import { loadEndedDomain } from '../features/billing/panel.ts';
import { bundlesQuery } from '../features/session/queries.ts';
import { useDomains } from './shell/use-domains.ts';

/** Shown when the panel has no screen for anything the domain has. Offers another domain, the seller's address, and signing out. */
export function NothingToManage({ domain }: { domain: string }) {
  const t = useText();
  const { hasSidebar } = useView();
  const { companyName, emails } = usePartner();
  const { domains, switchTo, isSwitching } = useDomains();
  const [bundleId] = useState(useSession().bundleId);
  const { data: bundles = [] } = useQuery(bundlesQuery);
  const end = bundles.find((bundle) => bundle.bundleId === bundleId)?.end;
  const ended = usePart(loadEndedDomain, end ? 'now' : 'later');
  // The same domain may have been bought again.
  const others = domains.filter((bundle) => bundle.bundleId !== bundleId && !bundle.end);
  const [first] = others;
  const ways = (
    <>
      {first && others.length === 1 && (
        <Button pending={isSwitching} onClick={() => switchTo(first.bundleId)}>
          {t('shell.nothingHere.goTo', { domain: first.domainName })}
        </Button>
      )}
      {others.length > 1 && <OtherDomains domains={others} onChoose={switchTo} />}
      {/* With a sidebar the frame shows it. */}
      {!hasSidebar && (
        <Button kind="quiet" onClick={() => void signOutHere()}>
          {t('shell.nothingHere.signOut')}
        </Button>
      )}
    </>
  );
  if (end)
    return (
      ended && (
        <ended.EndedDomain domain={domain} end={end}>
          <div className="mt-7 flex flex-wrap gap-3 empty:hidden">{ways}</div>
        </ended.EndedDomain>
      )
    );
  const mail = (words: string) => <a href={`mailto:${emails.supportEmail}`}>{words}</a>;
  return (
    <EmptyState level={1} drawing={<LostLetter />} title={t('shell.nothingHere.title', { domain })} action={ways}>
      <RichText
        text={t('shell.nothingHere.text', { company: companyName, email: `<mail>${emails.supportEmail}</mail>` })}
        parts={{ mail }}
      />
    </EmptyState>
  );
}

function OtherDomains({ domains, onChoose }: { domains: readonly Bundle[]; onChoose: (bundleId: string) => void }) {
  const t = useText();
  return (
    <div className="w-full min-w-[min(22rem,80vw)] text-start">
      <h2 className="mb-2.5">{t('shell.nothingHere.others')}</h2>
      <List>
        {domains.map(({ bundleId, domainName }) => (
          <ListItem
            key={bundleId}
            title={<span className="block whitespace-normal wrap-anywhere">{showNames(domainName)}</span>}
            render={<button type="button" aria-label={showNames(domainName)} onClick={() => onChoose(bundleId)} />}
            trailing={<ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className="text-3rd" />}
          />
        ))}
      </List>
    </div>
  );
}
