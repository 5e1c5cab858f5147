import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { Modal } from '@postern/ui/overlays/modal';
import { useState } from 'react';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { rememberApplied } from './applied-plans.ts';
import { ChangeView } from './change-view.tsx';
import { isOutdated, planProblem } from './plan-problem.ts';
import { decisionsLeft, differenceOf, stepsToMake } from './plan-changes.ts';
import { applyPlanMutation, type DomainPlanData, type PlanChange } from './queries.ts';

type Props = { open: boolean; plan: DomainPlanData; onClose: () => void };

/** Every change before and after, and one button that makes all of them. */
export function ChangesModal({ open, plan, onClose }: Props) {
  const t = useText();
  const { bundleId = '' } = useSession();
  // The plan that the person has read; a newer plan shows its differences from it.
  const [looked, setLooked] = useState<readonly PlanChange[]>(plan.changes);
  const steps = stepsToMake(plan.changes);
  const decisions = decisionsLeft(plan.changes);
  const difference = differenceOf(looked, plan.changes);

  const { run, pending, error } = useSingleCall(applyPlanMutation(bundleId), (undoId) => {
    rememberApplied(bundleId, { undoId, count: steps.length, at: Date.now() });
    onClose();
  });
  const outdated = isOutdated(error);
  function apply() {
    setLooked(plan.changes);
    run(plan.planId);
  }
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('domainPlan.modal.title')}
      description={t(steps.length > 0 ? 'domainPlan.modal.text' : 'domainPlan.modal.nothing')}
      closeLabel={t('app.close')}
      width={640}
      locked={pending}
      footer={
        <>
          <Button kind="quiet" onClick={onClose} disabled={pending}>
            {t(steps.length > 0 ? 'shell.action.cancel' : 'app.close')}
          </Button>
          {steps.length > 0 && (
            <Button onClick={apply} pending={pending}>
              {t('domainPlan.modal.apply', { count: steps.length })}
            </Button>
          )}
        </>
      }
    >
      {error && (
        <Banner
          kind={outdated ? 'warn' : 'bad'}
          live
          className="mb-5"
          title={outdated ? t('domainPlan.outdated.title') : undefined}
        >
          {outdated ? t('domainPlan.outdated.text', { gone: difference.gone }) : planProblem(error, t)}
        </Banner>
      )}
      <ul aria-label={t('domainPlan.modal.changes')}>
        {steps.map((step) => (
          <ChangeView key={JSON.stringify(step)} step={step} isNew={outdated && difference.isNew(step)} />
        ))}
      </ul>
      {decisions.length > 0 && (
        <>
          <h3 className="mt-6 mb-3 border-t border-line pt-5">{t('domainPlan.decide.title')}</h3>
          <ul aria-label={t('domainPlan.decide.title')}>
            {decisions.map((step) => (
              <ChangeView key={JSON.stringify(step)} step={step} isNew={false} />
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}
