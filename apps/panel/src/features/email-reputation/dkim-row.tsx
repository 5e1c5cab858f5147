import type { DkimKeyView } from '@postern/contract/dkim';
import type { DomainConnectData } from '@postern/contract/domain-connection';
import { useText } from '../../lib/i18n/texts.ts';
import { ReputationRow, type RowState } from './reputation-row.tsx';

type Reason = 'right' | 'none' | 'off' | 'gone';

/** Whether the domain's mail is signed with a key whose record receivers can find. */
export function DkimRow({
  data,
  keys,
  domain,
}: {
  data: DomainConnectData;
  keys: readonly DkimKeyView[];
  domain: string;
}) {
  const t = useText();
  const signing = keys.find(({ isEnabled }) => isEnabled);
  const reason = reasonOf(data, keys, signing);
  const state: RowState = reason === 'right' ? 'right' : 'wrong';
  return (
    <ReputationRow
      state={state}
      title={t(`emailReputation.dkim.${reason}`, { domain })}
      name={t(signing ? 'emailReputation.dkim.nameOf' : 'emailReputation.dkim.name', {
        selector: signing?.selector ?? '',
      })}
    >
      {reason !== 'right' && <p className="prose-width">{t(`emailReputation.dkim.${reason}Text`, { domain })}</p>}
    </ReputationRow>
  );
}

/** A key signs even if its record is gone, but then nobody can check the signature. */
function reasonOf(
  { findings }: DomainConnectData,
  keys: readonly DkimKeyView[],
  signing: DkimKeyView | undefined,
): Reason {
  if (!signing) return keys.length > 0 ? 'off' : 'none';
  const own = findings.filter(
    ({ purpose, after }) => purpose === 'dkim' && after.some(({ host }) => host === signing.host),
  );
  return own.some(({ verdict }) => verdict !== 'match' && verdict !== 'unknown') ? 'gone' : 'right';
}
