import type { DomainConnectData } from '@postern/contract/domain-connection';
import { Banner } from '@postern/ui/feedback/banner';
import { errorText } from '../../lib/http/error-text.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';

type Props = {
  failure: DomainConnectData['failure'];
  error: Error | null;
  domain: string;
  nameServers: readonly string[];
};

/** Why the last check has no full result, and what to do. What was verified before stays verified. Spec 2 §8, DNS check. */
export function CheckFailed({ failure, error, domain, nameServers }: Props) {
  const t = useText();
  const format = useFormat();
  if (error)
    return (
      <Banner kind="bad" live className="mb-5" title={t('domainConnection.failure.noAnswer.title')}>
        {errorText(error, t)}
      </Banner>
    );
  if (failure === null) return null;
  return (
    <Banner kind="warn" live className="mb-5" title={t(`domainConnection.failure.${failure}.title`, { domain })}>
      {t(`domainConnection.failure.${failure}.text`, {
        domain,
        count: nameServers.length,
        servers: format.list(nameServers),
      })}
    </Banner>
  );
}
