import type { SupportVisit } from '@postern/contract/support-visits';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { Modal } from '@postern/ui/overlays/modal';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode } from '../../lib/http/api-error.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { answerVisitMutation } from './queries.ts';
import { WhatSupportCant } from './what-support-cant.tsx';

/** Asks the owner whether support may visit. It can be put off; the activity page asks again. */
export function ConsentQuestion({ visit }: { visit: SupportVisit | null }) {
  const [putOff, setPutOff] = useState<string | null>(null);
  const [shown, setShown] = useState<SupportVisit | null>(null);
  // The dialog keeps its text while it closes.
  if (visit !== null && visit.visitId !== shown?.visitId) setShown(visit);
  const isOpen = visit !== null && visit.visitId !== putOff;
  return shown && <Question visit={shown} open={isOpen} onClose={() => setPutOff(shown.visitId)} />;
}

type Props = { visit: SupportVisit; open: boolean; onClose: () => void };

function Question({ visit, open, onClose }: Props) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '', domain = '' } = useSession();
  const { visitId, staffName, company, reason, ticket, expiresAt } = visit;
  const { mutate, isPending, error, variables } = useMutation({
    ...answerVisitMutation(bundleId),
    onSuccess: () => onClose(),
  });
  const button = (allow: boolean) => ({
    pending: isPending && variables?.allow === allow,
    disabled: isPending,
    onClick: () => mutate({ visitId, allow }),
  });
  return (
    <Modal
      open={open}
      onClose={onClose}
      locked={isPending}
      role="alertdialog"
      width={500}
      title={t('supportVisits.question.title', { name: staffName })}
      description={t('supportVisits.question.text', { name: staffName, company, domain })}
      closeLabel={t('app.close')}
      footer={
        <>
          <Button kind="quiet" {...button(false)}>
            {t('supportVisits.question.no')}
          </Button>
          <Button {...button(true)}>{t('supportVisits.question.yes')}</Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">
          {t(ticket === null ? 'supportVisits.bar.reason' : 'supportVisits.bar.reasonTicket', {
            reason,
            ticket: ticket ?? '',
          })}
        </p>
        <WhatSupportCant />
        <p className="text-small text-2nd">{t('supportVisits.question.until', { time: format.time(expiresAt) })}</p>
        {error && (
          <Banner kind="bad" live>
            {hasCode(error, 'VISIT_ENDED') ? t('supportVisits.question.over') : errorText(error, t)}
          </Banner>
        )}
      </div>
    </Modal>
  );
}
