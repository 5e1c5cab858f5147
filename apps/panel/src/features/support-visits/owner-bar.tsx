import type { SupportVisit } from '@postern/contract/support-visits';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Avatar } from '@postern/ui/layout/avatar';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { errorText } from '../../lib/http/error-text.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { Bar } from './bar.tsx';
import { ConsentQuestion } from './consent-question.tsx';
import { endVisitMutation, supportVisitsQuery } from './queries.ts';
import { useMinutesLeft } from './use-minutes-left.ts';

/** On every screen of the owner: which supporter is here, why and until when, and the question before a visit. */
export function OwnerBar() {
  const { bundleId = '' } = useSession();
  const { data } = useQuery(supportVisitsQuery(bundleId));
  const visits = data?.visits ?? [];
  const here = visits.find(({ state }) => state === 'open');
  const waiting = visits.find(({ state }) => state === 'waiting');
  return (
    <>
      {here && <Here key={here.visitId} visit={here} />}
      <ConsentQuestion visit={waiting ?? null} />
    </>
  );
}

function Here({ visit }: { visit: SupportVisit }) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const { staffName, company, reason, ticket, expiresAt, visitId } = visit;
  const end = useMutation({
    ...endVisitMutation(bundleId),
    onError: (error) => showToast(errorText(error, t), { kind: 'error' }),
  });
  // When the time runs out, the server records the end a moment later.
  if (useMinutesLeft(expiresAt) === 0) return null;
  return (
    <Bar
      of="owner"
      label={t('supportVisits.bar.label')}
      sign={<Avatar name={staffName} className="bg-surface" />}
      title={<span role="status">{t('supportVisits.owner.here', { name: staffName, company })}</span>}
      text={
        <>
          {t(ticket === null ? 'supportVisits.bar.reason' : 'supportVisits.bar.reasonTicket', {
            reason,
            ticket: ticket ?? '',
          })}{' '}
          {t('supportVisits.owner.until', { time: format.time(expiresAt) })}
        </>
      }
    >
      <ButtonLink kind="link" render={<Link to={PATHS.activity} />}>
        {t('supportVisits.owner.see')}
      </ButtonLink>
      <Button kind="quiet" size="s" pending={end.isPending} onClick={() => end.mutate(visitId)}>
        {t('supportVisits.end')}
      </Button>
    </Bar>
  );
}
