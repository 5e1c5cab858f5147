import type { CurrentPlan } from '@postern/contract/subscriptions';
import { firstSuchDayAfter, LAST_RENEWAL_DAY } from '@postern/domain/billing';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { Modal } from '@postern/ui/overlays/modal';
import { ArrowRight, CalendarCheck, Check, Info } from 'lucide-react';
import { useState } from 'react';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { errorText } from '../../../lib/http/error-text.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { endOf } from '../notice-of.ts';
import { moveRenewalDateMutation } from '../queries.ts';
import { DayPicker } from './day-picker.tsx';

type Props = { plan: CurrentPlan; onClose: () => void };
/** The height of the days, so that nothing jumps between the steps. */
const BODY = 'min-h-56';
type Step = 'pick_date' | 'confirm_date' | 'success';

/** Moves the renewal to another day of the month, once: choose, confirm, done. Spec 2 §2, Change-renewal-date modal; rule R-02. */
export function RenewalDateModal({ plan, onClose }: Props) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const [present] = useState(() => endOf(plan).slice(0, 'YYYY-MM-DD'.length));
  const presentDay = Number(present.slice(-2));
  const [day, setDay] = useState<number | null>(null);
  const [step, setStep] = useState<Step>('pick_date');
  const { run, pending, error } = useSingleCall(moveRenewalDateMutation(bundleId), () => setStep('success'));
  const then = firstSuchDayAfter(present, day ?? presentDay);
  const date = format.date(then, 'long');
  const frame = { open: true, onClose, width: 460, closeLabel: t('app.close'), locked: pending };
  if (step === 'success')
    return (
      <Modal
        {...frame}
        title={t('billing.date.doneTitle', { date })}
        description={t('billing.date.doneText')}
        footer={<Button onClick={onClose}>{t('billing.date.done')}</Button>}
      >
        <div className={`${BODY} grid place-items-center`}>
          <span className="grid size-24 place-items-center rounded-full bg-accent-soft text-accent-text">
            <CalendarCheck size={44} strokeWidth={1.25} aria-hidden="true" />
          </span>
        </div>
      </Modal>
    );
  if (step === 'pick_date')
    return (
      <Modal
        {...frame}
        title={t('billing.date.title')}
        description={t('billing.date.text')}
        footer={
          <>
            <Button kind="quiet" onClick={onClose}>
              {t('shell.action.cancel')}
            </Button>
            <Button onClick={() => setStep('confirm_date')} disabled={day === null}>
              {t('billing.date.next')}
            </Button>
          </>
        }
      >
        <DayPicker last={LAST_RENEWAL_DAY} present={presentDay} value={day} onChoose={setDay} />
      </Modal>
    );
  return (
    <Modal
      {...frame}
      title={t('billing.date.confirmTitle', { day: day ?? presentDay })}
      footer={
        <>
          <Button kind="quiet" onClick={() => setStep('pick_date')} disabled={pending}>
            {t('billing.date.back')}
          </Button>
          <Button onClick={() => run(day ?? presentDay)} pending={pending}>
            {t('billing.date.submit')}
          </Button>
        </>
      }
    >
      {/* Without a sentence under the title, as the days have one. */}
      <div className="min-h-70">
        <dl className="flex flex-wrap items-end gap-x-5 gap-y-3 rounded-md border border-line px-4 py-3.5">
          <div className="flex-1">
            <dt className="text-small text-2nd">{t('billing.date.from')}</dt>
            <dd className="font-strong whitespace-nowrap">{format.date(present, 'long')}</dd>
          </div>
          <ArrowRight
            size={18}
            strokeWidth={1.75}
            aria-hidden="true"
            className="mb-0.5 flex-none text-3rd rtl:-scale-x-100"
          />
          <div className="flex-1">
            <dt className="text-small text-2nd">{t('billing.date.to')}</dt>
            <dd className="font-strong whitespace-nowrap text-accent-text">{date}</dd>
          </div>
        </dl>
        <ul className="mt-4 grid gap-2.5 text-label">
          <li className="flex gap-2.5">
            <Check size={18} strokeWidth={1.75} aria-hidden="true" className="mt-px flex-none text-good" />
            {t('billing.date.free')}
          </li>
          <li className="flex gap-2.5">
            <Info size={18} strokeWidth={1.75} aria-hidden="true" className="mt-px flex-none text-2nd" />
            {t('billing.date.once')}
          </li>
        </ul>
        {error && (
          <Banner kind="bad" live className="mt-4">
            {errorText(error, t)}
          </Banner>
        )}
      </div>
    </Modal>
  );
}
