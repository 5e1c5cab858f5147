import { CopyButton } from '@postern/ui/buttons/copy-button';
import { Banner } from '@postern/ui/feedback/banner';
import { useText } from '../../lib/i18n/texts.ts';
import { isPublishing, type ZoneView } from './queries.ts';

/** Whether these records are in use, and what to do if they aren't. */
export function ZoneNote({ zone, domain }: { zone: ZoneView; domain: string }) {
  const t = useText();
  const { zoneStatus } = zone;
  if (zoneStatus === 'none') {
    return (
      <Banner kind="warn" className="mb-5" title={t('dns.zone.noneTitle')}>
        {t('dns.zone.noneText', { domain })}
      </Banner>
    );
  }
  if (zone.waitsForProof)
    return (
      <Banner kind="warn" className="mb-5" title={t('dns.zone.leftTitle', { domain })}>
        {t('dns.zone.leftText')}
      </Banner>
    );
  if (zoneStatus === 'active') {
    if (!isPublishing(zone)) return null;
    return (
      <Banner live className="mb-5" title={t('dns.zone.onItsWay')}>
        {t('dns.zone.onItsWayText')}
      </Banner>
    );
  }
  return (
    <Banner
      kind={zoneStatus === 'inactive' ? 'warn' : 'info'}
      className="mb-5"
      title={t(`dns.zone.${zoneStatus}Title`, { domain })}
    >
      <p>{t(`dns.zone.${zoneStatus}Text`, { domain })}</p>
      <ul aria-label={t('dns.zone.nameServers')} className="mt-2.5 grid justify-start gap-1.5">
        {zone.nameServers.map((server) => (
          <li key={server} className="flex items-center gap-4">
            <span className="min-w-0 flex-1 font-mono text-small wrap-anywhere text-text">{server}</span>
            <CopyButton
              text={server}
              subject={server}
              idleLabel={t('dns.copy.idle')}
              copiedLabel={t('dns.copy.copied')}
              failedLabel={t('dns.copy.failed')}
            />
          </li>
        ))}
      </ul>
    </Banner>
  );
}
