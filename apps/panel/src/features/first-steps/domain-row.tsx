import { SLOW_CHECK_MILLIS, type StepState } from '@postern/domain/first-steps';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { queryClient } from '../../lib/http/query-client.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { checkDomainMutation } from '../domain-connection/queries.ts';
import { setUpZoneMutation } from '../domain-plan/panel.ts';
import { recordsSeen } from './domain-facts.ts';
import { firstStepsQuery } from './queries.ts';
import { StepRow } from './step-row.tsx';
import type { ShownSteps } from './use-first-steps.ts';

type Props = Pick<ShownSteps, 'facts' | 'steps' | 'domain'> & { state: StepState; isSlim: boolean };

/** Connects the domain: by one press where we hold its zone, otherwise by its records. */
export function DomainRow({ facts, steps, domain: data, state, isSlim }: Props) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const navigate = useNavigate();
  const [now] = useState(Date.now);
  const look = useMutation(checkDomainMutation(bundleId, domain));
  const setUp = useSingleCall(setUpZoneMutation(bundleId), (outcome) => {
    // Something is left to a person, who decides with all records in sight.
    if (outcome === 'undecided') return void navigate({ to: PATHS.domainSetUp });
    void queryClient.invalidateQueries({ queryKey: firstStepsQuery(bundleId).queryKey });
    look.mutate();
  });
  const isOurs = data.zoneStatus === 'active';
  const { right, all } = recordsSeen(data);
  const isSlow = steps.domainSetAt !== null && now - Date.parse(steps.domainSetAt) > SLOW_CHECK_MILLIS;

  function text(): string {
    if (setUp.error && !setUp.pending)
      return isOutdated(setUp.error) ? t('firstSteps.domain.textChanged') : errorText(setUp.error, t);
    if (facts.domain === 'checking') return t('firstSteps.domain.textChecking', { domain });
    if (facts.domain === 'set') return t(isSlow ? 'firstSteps.domain.textSlow' : 'firstSteps.domain.textSet');
    if (facts.domain === 'left') return t('firstSteps.domain.textLeft', { domain });
    return t(isOurs ? 'firstSteps.domain.textOurs' : 'firstSteps.domain.textTheirs', { domain });
  }
  const toRecords = (label: 'records' | 'missing', size: 's' | undefined) => (
    <ButtonLink
      kind={size ? 'quiet' : 'link'}
      size="s"
      className={size && WIDE}
      render={<Link to={PATHS.domainSetUp} />}
    >
      {t(`firstSteps.domain.${label}`)}
    </ButtonLink>
  );
  function action() {
    if (facts.domain === 'checking') return null;
    if (facts.domain === 'set')
      return isSlow ? toRecords('missing', undefined) : t('firstSteps.domain.seen', { right, all });
    if (!isOurs || facts.domain === 'left') return toRecords('records', 's');
    return (
      <Button kind="quiet" size="s" className={WIDE} pending={setUp.pending} onClick={() => setUp.run()}>
        {t(setUp.error ? 'firstSteps.domain.again' : 'firstSteps.domain.setUp')}
      </Button>
    );
  }
  return (
    <StepRow
      number={2}
      state={setUp.error && !setUp.pending && state !== 'done' ? 'failed' : state}
      title={t('firstSteps.domain.title')}
      text={text()}
      action={action()}
      isSlim={isSlim}
    />
  );
}

const isOutdated = (error: Error): boolean => hasCode(error, 'ZONE_CHANGED') || hasCode(error, 'PLAN_NOT_FOUND');

const WIDE = 'max-desk:min-h-11 max-desk:w-full';
