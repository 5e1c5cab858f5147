import type { DomainConnectData } from '@postern/contract/domain-connection';
import type { ZoneFault } from '@postern/domain/dns';
import { Banner } from '@postern/ui/feedback/banner';
import { useText } from '../../lib/i18n/texts.ts';

/** Faults of the domain's zone that don't depend on the expected records. */
export function DomainFaults({ faults, domain }: Pick<DomainConnectData, 'faults'> & { domain: string }) {
  const t = useText();
  return faults.map(({ code, host }) => (
    <Banner key={`${code} ${host}`} kind="warn" className="mb-5">
      {t(`domainConnection.fault.${code as ZoneFault['code']}`, {
        host: host === '@' ? domain : `${host}.${domain}`,
      })}
    </Banner>
  ));
}
