import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadOutdated } from '../../lib/loading/read-failed.tsx';
import { usePart } from '../../lib/loading/use-part.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { AppliedNote } from './applied-note.tsx';
import { useApplied } from './applied-plans.ts';
import { decisionsLeft, stepsToMake } from './plan-changes.ts';
import { domainPlanQuery } from './queries.ts';

const loadModal = () => import('./changes-modal.tsx');

/**
 * Offers to set the zone's records so that the domain works, and to undo that. Shows nothing if nothing is to do or we don't host the zone.
 */
export function DomainPlan({ className = 'mb-5' }: { className?: string }) {
  const t = useText();
  const { bundleId = '' } = useSession();
  const read = useQuery(domainPlanQuery(bundleId));
  const applied = useApplied(bundleId);
  const [isOpen, setOpen] = useState(false);
  const modal = usePart(loadModal, isOpen ? 'now' : 'soon');
  const plan = read.data;
  if (!plan) {
    const isSilent = !read.error || hasCode(read.error, 'ZONE_NOT_HELD') || hasCode(read.error, 'NOT_AUTHORIZED');
    return isSilent ? null : <ReadOutdated title={t('domainPlan.failed.title')} read={read} />;
  }
  const steps = stepsToMake(plan.changes);
  const changes = steps.length;
  const decisions = decisionsLeft(plan.changes).length;
  // If something is left to a person, these changes alone aren't enough.
  const title = decisions > 0 ? 'partTitle' : steps.some(({ purpose }) => purpose === 'mx') ? 'mailTitle' : 'title';
  const show = (
    <Button kind={changes > 0 ? 'primary' : 'quiet'} size="s" onClick={() => setOpen(true)}>
      {t(changes > 0 ? 'domainPlan.note.show' : 'domainPlan.note.why')}
    </Button>
  );
  return (
    <>
      {applied && changes === 0 && <AppliedNote {...applied} className={className} />}
      {changes > 0 && (
        <Banner className={className} title={t(`domainPlan.note.${title}`, { count: changes })} action={show}>
          {decisions > 0 ? t('domainPlan.note.partText', { decisions }) : t('domainPlan.note.text')}
        </Banner>
      )}
      {changes === 0 && decisions > 0 && (
        <Banner
          kind="warn"
          className={className}
          title={t('domainPlan.note.decide', { count: decisions })}
          action={show}
        >
          {t('domainPlan.note.decideText')}
        </Banner>
      )}
      {modal && <modal.ChangesModal open={isOpen} plan={plan} onClose={() => setOpen(false)} />}
    </>
  );
}
