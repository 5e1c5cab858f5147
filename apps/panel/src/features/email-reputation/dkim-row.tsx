import type { DkimKeyView } from '@postern/contract/dkim';
import type { DomainConnectData } from '@postern/contract/domain-connection';
import { useText } from '../../lib/i18n/texts.ts';
import { SigningKeys } from '../dkim/panel.ts';
import { ReputationRow } from './reputation-row.tsx';
import { dkimReason } from './row-states.ts';
import type { Folded } from './use-folds.ts';

type Props = { data: DomainConnectData; keys: readonly DkimKeyView[]; domain: string; fold: Folded };

/** Whether the domain's mail is signed with a key whose record receivers can find; and the keys. */
export function DkimRow({ data, keys, domain, fold }: Props) {
  const t = useText();
  const signing = keys.find(({ isEnabled }) => isEnabled);
  const reason = dkimReason(data, keys);
  return (
    <ReputationRow
      state={reason === 'right' ? 'right' : 'wrong'}
      title={t(`emailReputation.dkim.${reason}`, { domain })}
      name={t(signing ? 'emailReputation.dkim.nameOf' : 'emailReputation.dkim.name', {
        selector: signing?.selector ?? '',
      })}
      {...fold}
    >
      {reason !== 'right' && <p className="prose-width mb-6">{t(`emailReputation.dkim.${reason}Text`, { domain })}</p>}
      <SigningKeys keys={keys} isZoneOurs={data.zoneStatus === 'active'} />
    </ReputationRow>
  );
}
