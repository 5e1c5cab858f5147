import type { DkimKeyView } from '@postern/contract/dkim';
import type { DomainConnectData } from '@postern/contract/domain-connection';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Card } from '@postern/ui/layout/card';
import { Verdict } from '@postern/ui/layout/verdict';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { queryKeys } from '../../lib/http/query-keys.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { checkDomainMutation } from '../domain-connection/queries.ts';
import { setUpZoneMutation } from '../domain-plan/panel.ts';
import { dkimReason, dmarcState, type RowState, spfState } from './row-states.ts';
import type { FoldName } from './use-folds.ts';

type Props = {
  data: DomainConnectData;
  keys: readonly DkimKeyView[];
  domain: string;
  /** Opens the details of a row. */
  onShow: (name: FoldName) => void;
};

/** Whether others believe that mail of the domain is its own, and the one next step. */
export function ReputationVerdict({ data, keys, domain, onShow }: Props) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const navigate = useNavigate();
  const look = useMutation(checkDomainMutation(bundleId, domain));
  const setUp = useSingleCall(setUpZoneMutation(bundleId), (outcome) => {
    // Something is left to a person, who decides with all records in sight.
    if (outcome === 'undecided') return void navigate({ to: PATHS.domainSetUp });
    look.mutate(undefined, {
      onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.dkimKeys(bundleId) }),
    });
  });
  const states: Record<FoldName, RowState> = {
    spf: spfState(data),
    dkim: dkimReason(data, keys) === 'right' ? 'right' : 'wrong',
    dmarc: dmarcState(data),
  };
  const of = (state: RowState) => (['spf', 'dkim', 'dmarc'] as const).filter((name) => states[name] === state);
  // What the last check of an earlier release didn't look for.
  const isUnchecked = of('waiting').length > 0;
  const lookNow = useEffectEvent(() => look.mutate());
  useEffect(() => {
    if (isUnchecked) lookNow();
  }, [isUnchecked]);
  const wrong = of('wrong');
  const [first] = wrong;
  const isOurs = data.zoneStatus === 'active';
  if (first) {
    const action = isOurs ? (
      <Button pending={setUp.pending || look.isPending} onClick={() => setUp.run()}>
        {t(
          first === 'dkim' && wrong.length === 1 ? 'emailReputation.verdict.sign' : 'emailReputation.verdict.setRight',
        )}
      </Button>
    ) : first === 'dkim' ? (
      <Button onClick={() => onShow('dkim')}>{t('emailReputation.verdict.show')}</Button>
    ) : (
      <ButtonLink render={<Link to={PATHS.domainSetUp} />}>{t('emailReputation.verdict.show')}</ButtonLink>
    );
    // One press sets all of them, whichever is named first.
    const pressed = wrong.length > 1 ? 'all' : first;
    const error = setUp.error && !setUp.pending ? errorText(setUp.error, t) : null;
    return (
      <Card className="mb-5">
        <Verdict kind="warn" title={t('emailReputation.verdict.left', { count: wrong.length })} action={action}>
          {error ?? t(isOurs ? `emailReputation.verdict.press.${pressed}` : `emailReputation.verdict.todo.${first}`)}
        </Verdict>
      </Card>
    );
  }
  const isUnknown = isUnchecked || of('unknown').length > 0;
  return (
    <Card className="mb-5">
      {isUnknown ? (
        <Verdict kind="unknown" title={t('emailReputation.verdict.unknown')}>
          {data.lastUpdated === null
            ? t('emailReputation.verdict.never')
            : t('emailReputation.verdict.last', { time: format.dateTime(data.lastUpdated) })}
        </Verdict>
      ) : (
        <Verdict kind="good" title={t('emailReputation.verdict.trusted')}>
          {t(of('flawed').length > 0 ? 'emailReputation.verdict.flawed' : 'emailReputation.verdict.trustedText')}
        </Verdict>
      )}
    </Card>
  );
}
