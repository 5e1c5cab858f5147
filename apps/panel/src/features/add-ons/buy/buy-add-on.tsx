import type { MailAccount } from '@postern/contract/mailboxes';
import type { CurrentPlan } from '@postern/contract/subscriptions';
import { showNames } from '@postern/domain/addresses';
import { formatStorage } from '@postern/domain/mailboxes';
import { addedStorageMb, doesStack } from '@postern/domain/plans';
import { IconButton } from '@postern/ui/buttons/icon-button';
import { Banner } from '@postern/ui/feedback/banner';
import { Counter } from '@postern/ui/feedback/counter';
import { Card } from '@postern/ui/layout/card';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useLocale, useText } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { PageColumns, QuoteCard } from '../../upgrade/panel.ts';
import { AddOnFacts } from '../add-on-facts.tsx';
import { MailboxField } from '../mailbox-field.tsx';
import { trialConfigQuery } from '../queries.ts';
import type { SoldAddOn } from '../use-add-on.ts';

/** The most pieces of one purchase. */
const MOST = 100;

type Wanted = { mailbox: MailAccount; count: number };
type Props = { addOn: SoldAddOn; plan: CurrentPlan; placesLeft: number | null };

/** Chooses the mailboxes that get the add-on, and shows the price. */
export function BuyAddOn({ addOn, plan, placesLeft }: Props) {
  const t = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<readonly Wanted[]>([]);
  const [wrong, setWrong] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const stacks = doesStack(addOn);
  const pieces = wanted.reduce((sum, { count }) => sum + count, 0);
  const room = Math.min(MOST, placesLeft ?? MOST) - pieces;
  const name = format.name(addOn);
  function change(email: string, count: number) {
    setWanted((all) => all.map((one) => (one.mailbox.email === email ? { ...one, count } : one)));
  }
  function remove(email: string) {
    setWrong((now) => (now === email ? null : now));
    setWanted((all) => all.filter(({ mailbox }) => mailbox.email !== email));
    field.current?.focus();
  }
  function onPaid() {
    showToast(t('addOns.buy.done', { name, count: wanted.length }), { kind: 'success' });
    return navigate({ to: PATHS.ownAddOn, params: { addon: addOn.type } as never });
  }
  const attachTo = wanted.flatMap(({ mailbox, count }) => Array.from({ length: count }, () => mailbox.email));
  return (
    <PageColumns
      title={name}
      sentence={t('addOns.buy.sentence')}
      aside={
        <QuoteCard
          orderItems={
            attachTo.length === 0
              ? null
              : [{ orderType: 'MailSuite', action: 'buyAddon', addonId: addOn.type, quantity: pieces, attachTo }]
          }
          onBeforePay={() => wrong === null}
          onPaid={onPaid}
        >
          {t('addOns.buy.choose')}
        </QuoteCard>
      }
    >
      <AddOnFacts addOn={addOn} plan={plan} />
      <TrialNote addOn={addOn} plan={plan} />
      <Card>
        <div className="px-5 pt-4 max-phone:px-4">
          <h2 className="text-lead!">{t('addOns.buy.who')}</h2>
        </div>
        <ul>
          {wanted.map(({ mailbox, count }) => (
            <WantedRow
              key={mailbox.email}
              {...{ mailbox, count, addOn, stacks }}
              maximum={count + room}
              onChange={(next) => change(mailbox.email, next)}
              onWrong={(isWrong) => setWrong(isWrong ? mailbox.email : null)}
              onRemove={() => remove(mailbox.email)}
            />
          ))}
        </ul>
        {room > 0 ? (
          <div className="px-5 pt-3 pb-5 max-phone:px-4">
            <MailboxField
              // A chosen mailbox becomes a row, so the field is emptied for the next one.
              key={wanted.length}
              ref={field}
              label={t(wanted.length === 0 ? 'addOns.mailbox.label' : 'addOns.mailbox.another')}
              value={null}
              isOffered={(one) =>
                !wanted.some(({ mailbox }) => mailbox.email === one.email) && (stacks || !has(one, addOn))
              }
              onChoose={(mailbox) => setWanted((all) => [...all, { mailbox, count: 1 }])}
            />
          </div>
        ) : (
          <p className="px-5 pt-2 pb-5 text-small text-2nd max-phone:px-4">
            {t('addOns.buy.noMore', { count: pieces })}
          </p>
        )}
      </Card>
    </PageColumns>
  );
}

const has = ({ addons }: MailAccount, { type }: SoldAddOn): boolean => addons.some((one) => one.type === type);

type RowProps = Wanted & {
  addOn: SoldAddOn;
  stacks: boolean;
  maximum: number;
  onChange: (count: number) => void;
  onWrong: (isWrong: boolean) => void;
  onRemove: () => void;
};

function WantedRow({ mailbox, count, addOn, stacks, maximum, onChange, onWrong, onRemove }: RowProps) {
  const t = useText();
  const locale = useLocale();
  const email = showNames(mailbox.email);
  const added = addedStorageMb(addOn) * count;
  const now = formatStorage(mailbox.quotaLimit, locale);
  const after = formatStorage(mailbox.quotaLimit + added, locale);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 max-phone:px-4">
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-medium wrap-anywhere">{email}</p>
        {added > 0 && <p className="text-small text-2nd">{t('addOns.buy.storage', { now, after })}</p>}
      </div>
      {stacks && (
        <Counter
          value={count}
          onValueChange={onChange}
          onWrong={onWrong}
          min={1}
          max={maximum}
          label={t('addOns.buy.count', { email })}
          decreaseLabel={t('addOns.buy.fewer')}
          increaseLabel={t('addOns.buy.more')}
          valueText={t('addOns.pieces', { count })}
        />
      )}
      <IconButton label={t('addOns.buy.remove', { email })} onClick={onRemove}>
        <X size={18} />
      </IconButton>
    </li>
  );
}

/** Says that a trial is free, and what it costs afterwards. */
function TrialNote({ addOn, plan }: { addOn: SoldAddOn; plan: CurrentPlan }) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const { data } = useQuery(trialConfigQuery(bundleId, addOn.type));
  if (!data?.trialEnabled) return null;
  const price = format.money(addOn.pricing[plan.billingCycle] ?? 0, plan.currency);
  return (
    <Banner kind="info" title={t('addOns.trial.title', { days: data.trialDays })}>
      {t('addOns.trial.text', { price, cycle: plan.billingCycle })}
    </Banner>
  );
}
