import type { DomainConnectData } from '@postern/contract/domain-connection';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Banner } from '@postern/ui/feedback/banner';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { ExternalLink, Wand } from 'lucide-react';
import { isFramed } from '../../lib/frame/frame.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { startDomainConnectMutation } from './queries.ts';

/**
 * Offers to have the domain's provider enter the records, if it can. On return the page opens again and checks the domain, because
 * the provider's word is no proof. Spec 2 §5.
 */
export function DomainConnectButton({ data }: { data: DomainConnectData }) {
  const t = useText();
  const start = useMutation(startDomainConnectMutation);
  const search = new URLSearchParams(useLocation().searchStr);
  const isRefused = search.get('source') === 'domain-connect' && search.has('error');
  if (!data.isDomainConnectDomain) return null;
  const provider = data.provider?.name ?? '';
  // Providers refuse to be shown in a frame, and their page would never lead back into it.
  const go = () => start.mutate(undefined, { onSuccess: ({ url }) => isFramed() || window.location.assign(url) });
  const tabUrl = isFramed() ? start.data?.url : undefined;
  return (
    <>
      <Banner
        icon={<Wand size={20} strokeWidth={1.75} aria-hidden="true" />}
        title={provider === '' ? t('domainConnect.title') : t('domainConnect.titleOf', { provider })}
        action={
          tabUrl !== undefined ? (
            <ButtonLink
              size="s"
              href={tabUrl}
              target="_blank"
              rel="noopener"
              iconAfter={<ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />}
            >
              {t('domainConnect.open')}
            </ButtonLink>
          ) : (
            <Button size="s" onClick={go} pending={start.isPending || start.isSuccess}>
              {t('domainConnect.start')}
            </Button>
          )
        }
      >
        {t('domainConnect.text')}
      </Banner>
      {(start.error || isRefused) && (
        <Banner kind={start.error ? 'bad' : 'warn'} live className="mt-3">
          {start.error ? errorText(start.error, t) : t('domainConnect.refused')}
        </Banner>
      )}
    </>
  );
}
