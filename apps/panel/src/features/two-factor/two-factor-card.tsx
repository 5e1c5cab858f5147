import type { OutputOf } from '@postern/contract/operation';
import type { readTotp } from '@postern/contract/two-factor';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { Card } from '@postern/ui/layout/card';
import { Tag } from '@postern/ui/layout/tag';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { DespitePartner } from './despite-partner.tsx';
import { startTotpMutation } from './queries.ts';

type Totp = OutputOf<typeof readTotp>;
type Props = { totp: Totp; hasMailbox: boolean };

/** Fewer recovery codes than this are worth a warning. */
const FEW_CODES = 3;

const loadEnable = () => import('./enable-two-factor-modal.tsx');
const loadDisable = () => import('./switch-off-modal.tsx');
const loadRenew = () => import('./renew-codes-modal.tsx');

/** Whether the sign-in asks for a code, and the buttons to change that. */
export function TwoFactorCard({ totp, hasMailbox }: Props) {
  const t = useText();
  const format = useFormat();
  const { enabledAt, recoveryCodesLeft: count, askDespitePartner } = totp;
  const isOn = enabledAt !== null;
  return (
    <Card padded>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2>{t('twoFactor.card.title')}</h2>
        {isOn && (
          <Tag kind="good" icon={<Check size={13} strokeWidth={2.5} aria-hidden="true" />}>
            {t('twoFactor.card.on')}
          </Tag>
        )}
      </div>
      <p className="prose-width mt-1.5 text-pretty text-2nd">
        {isOn
          ? t('twoFactor.card.onText', { date: format.date(enabledAt, 'long') })
          : t(hasMailbox ? 'twoFactor.card.offText' : 'twoFactor.card.offTextCustomer')}
      </p>
      {isOn && count >= FEW_CODES && <p className="mt-1.5 text-2nd">{t('twoFactor.card.codesLeft', { count })}</p>}
      {isOn && count < FEW_CODES && (
        <Banner kind="warn" className="mt-4">
          {t('twoFactor.card.fewCodes', { count })}
        </Banner>
      )}
      {/* Stays mounted when the factor is switched on, because the recovery codes are shown after that. */}
      <Enabling isOn={isOn} hasMailbox={hasMailbox} />
      {isOn && <DespitePartner isAsked={askDespitePartner} />}
      {isOn && <Changing />}
    </Card>
  );
}

const ROW = 'mt-5 flex flex-wrap gap-2.5 max-phone:flex-col';

function Enabling({ isOn, hasMailbox }: { isOn: boolean; hasMailbox: boolean }) {
  const t = useText();
  const [secret, setSecret] = useState<{ otpauthUrl: string; secret: string } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const part = usePart(loadEnable, isOpen ? 'now' : isOn ? 'later' : 'soon');
  const { run, pending, error } = useSingleCall(startTotpMutation(), (answer) => {
    setSecret(answer);
    setOpen(true);
  });
  return (
    <>
      {error && (
        <Banner kind="bad" live className="mt-4">
          {errorText(error, t)}
        </Banner>
      )}
      {!isOn && (
        <div className={ROW}>
          <Button pending={pending} onClick={() => run()}>
            {t('twoFactor.card.setUp')}
          </Button>
        </div>
      )}
      {part && secret && (
        <part.EnableTwoFactorModal
          key={secret.secret}
          {...secret}
          hasMailbox={hasMailbox}
          open={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Changing() {
  const t = useText();
  const [dialog, setDialog] = useState<'off' | 'renew' | null>(null);
  const [turn, setTurn] = useState(0);
  const off = usePart(loadDisable, dialog === 'off' ? 'now' : 'soon');
  const renew = usePart(loadRenew, dialog === 'renew' ? 'now' : 'soon');
  /** Opens a fresh dialog each time, without earlier input. */
  function open(next: 'off' | 'renew') {
    setTurn(turn + 1);
    setDialog(next);
  }
  const close = () => setDialog(null);
  return (
    <div className={ROW}>
      <Button kind="quiet" onClick={() => open('renew')}>
        {t('twoFactor.card.newCodes')}
      </Button>
      <Button kind="quiet" onClick={() => open('off')}>
        {t('twoFactor.card.switchOff')}
      </Button>
      {renew && <renew.RenewCodesModal key={`renew-${turn}`} open={dialog === 'renew'} onClose={close} />}
      {off && <off.SwitchOffModal key={`off-${turn}`} open={dialog === 'off'} onClose={close} />}
    </div>
  );
}
