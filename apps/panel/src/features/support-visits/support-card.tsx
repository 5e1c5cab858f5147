import type { SupportVisit } from '@postern/contract/support-visits';
import { Button } from '@postern/ui/buttons/button';
import { StatusDot } from '@postern/ui/feedback/status-dot';
import { Switch } from '@postern/ui/forms/switch';
import { useMutation, useQuery } from '@tanstack/react-query';
import { errorText } from '../../lib/http/error-text.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { answerVisitMutation, consentMutation, endVisitMutation, supportVisitsQuery } from './queries.ts';
import { WhatSupportCant } from './what-support-cant.tsx';

const SHOWN_MAXIMUM = 5;

/** Beside the activity: whether support must ask first, who was here, and what no visit may do. */
export function SupportCard() {
  const t = useText();
  const { bundleId = '' } = useSession();
  const { data } = useQuery(supportVisitsQuery(bundleId));
  const consent = useMutation({
    ...consentMutation(bundleId),
    onError: (error) => showToast(errorText(error, t), { kind: 'error' }),
  });
  if (data === undefined) return null;
  const required = consent.isPending ? consent.variables : data.consentRequired;
  return (
    <aside aria-label={t('supportVisits.card.label')} className="grid content-start gap-6">
      <section>
        <h2 className="text-label font-strong">{t('supportVisits.card.askFirst')}</h2>
        <p className="mt-1.5 text-label text-pretty text-2nd">{t('supportVisits.card.askFirstText')}</p>
        <div className="mt-3 flex items-center gap-3">
          <Switch
            label={t('supportVisits.card.askFirst')}
            checked={required}
            pending={consent.isPending}
            onCheckedChange={(next) => consent.mutate(next)}
          />
          <span aria-hidden="true" className="text-label">
            {t(required ? 'supportVisits.card.on' : 'supportVisits.card.off')}
          </span>
        </div>
      </section>
      {data.visits.length > 0 && (
        <section className="border-t border-line pt-5">
          <h2 className="text-label font-strong">{t('supportVisits.card.visits')}</h2>
          <ul className="mt-2.5 grid gap-3.5">
            {data.visits.slice(0, SHOWN_MAXIMUM).map((visit) => (
              <Visit key={visit.visitId} visit={visit} />
            ))}
          </ul>
        </section>
      )}
      <section className="border-t border-line pt-5">
        <WhatSupportCant />
      </section>
    </aside>
  );
}

function Visit({ visit }: { visit: SupportVisit }) {
  const t = useText();
  const format = useFormat();
  const { staffName, company, reason, ticket, state, askedAt, startedAt } = visit;
  return (
    <li className="min-w-0 text-label">
      <div className="font-medium wrap-anywhere">{t('supportVisits.who', { name: staffName, company })}</div>
      <div className="text-small wrap-anywhere text-2nd">
        {t(ticket === null ? 'supportVisits.card.reason' : 'supportVisits.card.reasonTicket', {
          reason,
          ticket: ticket ?? '',
        })}
      </div>
      <div className="mt-0.5 flex items-center gap-2 text-small text-2nd">
        {state === 'open' || state === 'waiting' ? (
          <StatusDot kind={state === 'open' ? 'good' : 'busy'} className="text-small">
            {t(`supportVisits.state.${state}`)}
          </StatusDot>
        ) : (
          `${format.dateTime(startedAt ?? askedAt)} · ${lengthOf(visit, t)}`
        )}
      </div>
      <Answers visit={visit} />
    </li>
  );
}

function lengthOf({ startedAt, endedAt }: SupportVisit, t: ReturnType<typeof useText>): string {
  if (startedAt === null || endedAt === null) return t('supportVisits.state.refused');
  const minutes = Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000));
  return t('supportVisits.state.minutes', { minutes });
}

/** The owner's buttons for a running or waiting visit. */
function Answers({ visit: { visitId, state } }: { visit: SupportVisit }) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const onError = (error: Error) => showToast(errorText(error, t), { kind: 'error' });
  const end = useMutation({ ...endVisitMutation(bundleId), onError });
  const answer = useMutation({ ...answerVisitMutation(bundleId), onError });
  if (state === 'open')
    return (
      <Button kind="quiet" size="s" className="mt-2" pending={end.isPending} onClick={() => end.mutate(visitId)}>
        {t('supportVisits.end')}
      </Button>
    );
  if (state !== 'waiting') return null;
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button size="s" disabled={answer.isPending} onClick={() => answer.mutate({ visitId, allow: true })}>
        {t('supportVisits.question.yes')}
      </Button>
      <Button
        kind="quiet"
        size="s"
        disabled={answer.isPending}
        onClick={() => answer.mutate({ visitId, allow: false })}
      >
        {t('supportVisits.question.no')}
      </Button>
    </div>
  );
}
