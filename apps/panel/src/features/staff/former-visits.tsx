import type { StaffCustomer } from '@postern/contract/staff';
import { showNames } from '@postern/domain/addresses';
import { StatusDot } from '@postern/ui/feedback/status-dot';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';

type Visit = StaffCustomer['visits'][number];

/** Who visited last, and why, so that nobody asks the customer the same thing twice. */
export function FormerVisits({ visits }: { visits: readonly Visit[] }) {
  const t = useText();
  return (
    <section aria-labelledby="visits" className="mt-9">
      <h2 id="visits" className="text-body font-strong">
        {t('supportVisits.card.visits')}
      </h2>
      {visits.length === 0 ? (
        <p className="mt-2 text-small text-2nd">{t('staff.customer.noVisits')}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {visits.map((visit) => (
            <FormerVisit key={visit.visitId} visit={visit} />
          ))}
        </ul>
      )}
    </section>
  );
}

function FormerVisit({ visit }: { visit: Visit }) {
  const t = useText();
  const format = useFormat();
  const { staffName, company, reason, ticket, state, domainName, askedAt, startedAt } = visit;
  return (
    <li className="py-3 text-label">
      <div className="font-medium wrap-anywhere">{t('supportVisits.who', { name: staffName, company })}</div>
      <div className="wrap-anywhere text-2nd">
        {ticket === null
          ? t('supportVisits.bar.reason', { reason })
          : t('supportVisits.bar.reasonTicket', { reason, ticket })}
      </div>
      <div className="mt-0.5 flex flex-wrap items-center gap-x-2 text-small text-2nd">
        <span className="wrap-anywhere">{showNames(domainName)}</span>
        <span aria-hidden="true">·</span>
        {state === 'open' || state === 'waiting' ? (
          <StatusDot kind={state === 'open' ? 'good' : 'busy'} className="text-small">
            {t(state === 'open' ? 'supportVisits.state.open' : 'staff.consent.waiting')}
          </StatusDot>
        ) : (
          <span>{`${format.dateTime(startedAt ?? askedAt)} · ${lengthOf(visit, t)}`}</span>
        )}
      </div>
    </li>
  );
}

function lengthOf({ startedAt, endedAt }: Visit, t: ReturnType<typeof useText>): string {
  if (startedAt === null || endedAt === null) return t('supportVisits.state.refused');
  const minutes = Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000));
  return t('supportVisits.state.minutes', { minutes });
}
