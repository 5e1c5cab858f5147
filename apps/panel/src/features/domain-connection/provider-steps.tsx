import { RichText } from '../../lib/i18n/rich-text.tsx';
import { useText } from '../../lib/i18n/texts.ts';
import type { RecordPlace } from './record-fields.ts';

/** Where to change the records: here, at a known provider by the names of its buttons, else in general words. */
export function ProviderSteps({ place }: { place: RecordPlace }) {
  const t = useText();
  if (place === 'ours') return `${t('domainConnection.do.leadOurs')} `;
  if (place === 'held') return null;
  if (place === null) return `${t('domainConnection.do.lead')} `;
  const { name, guide } = place;
  if (guide === null) return `${t('domainConnection.do.leadAt', { provider: name })} `;
  const clicks = () => <b>{guide.clicks.join(' › ')}</b>;
  return (
    <>
      <RichText text={t('domainConnection.do.leadGuided', { provider: name })} parts={{ clicks }} />{' '}
    </>
  );
}
