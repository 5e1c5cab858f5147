import type { DomainConnectData } from '@postern/contract/domain-connection';
import { isSpfText } from '@postern/domain/spf';
import { Link } from '@tanstack/react-router';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { ReputationRow } from './reputation-row.tsx';
import { spfState } from './row-states.ts';
import type { Folded } from './use-folds.ts';
import { SpfExplained } from './spf-explained.tsx';

/** Whether receivers can tell that our servers may send for the domain, and what its record says in plain words. */
export function SpfRow({ data, domain, fold }: { data: DomainConnectData; domain: string; fold: Folded }) {
  const t = useText();
  const state = spfState(data);
  const isOpen = state === 'wrong' && data.findings.some(({ code }) => code === 'SPF_ALLOWS_EVERYBODY');
  const records = data.spfRecords.filter(isSpfText);
  const [first] = records;
  return (
    <ReputationRow
      state={state}
      title={t(isOpen ? 'emailReputation.spf.everybody' : `emailReputation.spf.${state}`, { domain })}
      name={t('emailReputation.spf.name')}
      {...fold}
    >
      <div className="grid gap-3">
        {state !== 'right' && state !== 'flawed' && (
          <p className="prose-width">
            {t(isOpen ? 'emailReputation.spf.everybodyText' : `emailReputation.spf.${state}Text`)}{' '}
            <Link to={PATHS.domainSetUp}>{t('emailReputation.spf.open')}</Link>
          </p>
        )}
        {records.length > 1 && (
          <p className="prose-width text-2nd">{t('emailReputation.spf.several', { count: records.length })}</p>
        )}
        {first !== undefined && records.length === 1 && (
          <SpfExplained text={first} domain={domain} walk={data.spfWalk} />
        )}
      </div>
    </ReputationRow>
  );
}
