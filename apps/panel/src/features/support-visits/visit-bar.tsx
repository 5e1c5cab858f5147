import { VISIT_NEARS_END_MILLIS } from '@postern/domain/support-visits';
import { Button } from '@postern/ui/buttons/button';
import { Clock, Headset } from 'lucide-react';
import { useState } from 'react';
import { signOutHere } from '../../lib/access/sign-out.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { useVisit } from '../../lib/session/visit.ts';
import { Bar } from './bar.tsx';
import { ExtendModal } from './extend-modal.tsx';
import { useMinutesLeft } from './use-minutes-left.ts';

/** On every screen of a visit: the domain, the reason, the time left, and the button to leave. */
export function VisitBar() {
  const visit = useVisit();
  return visit && <Running {...visit} />;
}

type Props = NonNullable<ReturnType<typeof useVisit>>;

function Running({ reason, ticket, customerName, expiresAt }: Props) {
  const t = useText();
  const { domain = '' } = useSession();
  const [isExtending, setExtending] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const minutes = useMinutesLeft(expiresAt);
  const isNear = minutes * 60_000 <= VISIT_NEARS_END_MILLIS;
  function leave() {
    setLeaving(true);
    void signOutHere().finally(() => setLeaving(false));
  }
  return (
    <Bar
      of="visitor"
      label={t('supportVisits.bar.label')}
      sign={<Headset size={20} strokeWidth={1.75} aria-hidden="true" className="text-warn" />}
      title={t('supportVisits.bar.title', { domain })}
      text={
        <>
          {t(ticket === null ? 'supportVisits.bar.reason' : 'supportVisits.bar.reasonTicket', {
            reason,
            ticket: ticket ?? '',
          })}{' '}
          {t('supportVisits.bar.seen', { name: customerName })}
        </>
      }
    >
      <span className="num flex items-center gap-2 whitespace-nowrap max-desk:me-auto">
        <Clock size={16} strokeWidth={1.75} aria-hidden="true" className="text-warn" />
        {t('supportVisits.bar.left', { minutes })}
      </span>
      {/* Screen readers announce this once, when little time is left. */}
      <span role="status" className="sr-only">
        {isNear && t('supportVisits.bar.nearEnd')}
      </span>
      <Button kind="link" className="text-text" onClick={() => setExtending(true)}>
        {t('supportVisits.bar.extend')}
      </Button>
      <Button kind="quiet" size="s" pending={leaving} onClick={leave}>
        {t('supportVisits.end')}
      </Button>
      <ExtendModal open={isExtending} onClose={() => setExtending(false)} />
    </Bar>
  );
}
