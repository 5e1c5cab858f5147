import type { DomainConnectData } from '@postern/contract/domain-connection';
import { Link } from '@tanstack/react-router';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { ReputationRow } from './reputation-row.tsx';
import { dmarcRecord, dmarcState } from './row-states.ts';
import type { Folded } from './use-folds.ts';

/** What others do with mail that only pretends to come from the domain. */
export function DmarcRow({ data, fold }: { data: DomainConnectData; fold: Folded }) {
  const t = useText();
  const state = dmarcState(data);
  const record = dmarcRecord(data);
  return (
    <ReputationRow
      state={state}
      title={t(`emailReputation.dmarc.${state}`)}
      name={t('emailReputation.dmarc.name')}
      {...fold}
    >
      <p className="prose-width">
        {t(`emailReputation.dmarc.${state}Text`)}{' '}
        {state !== 'right' && <Link to={PATHS.domainSetUp}>{t('emailReputation.spf.open')}</Link>}
      </p>
      {record !== null && (
        <code className="mt-3 block rounded-md border border-line px-3.5 py-2.5 font-mono text-small wrap-anywhere">
          {record}
        </code>
      )}
    </ReputationRow>
  );
}
