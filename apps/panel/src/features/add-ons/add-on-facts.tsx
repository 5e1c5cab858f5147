import type { CurrentPlan } from '@postern/contract/subscriptions';
import { formatStorage } from '@postern/domain/mailboxes';
import { addedStorageMb } from '@postern/domain/plans';
import { Card } from '@postern/ui/layout/card';
import { HardDrive, type LucideIcon, Send } from 'lucide-react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useLocale, useText } from '../../lib/i18n/texts.ts';
import type { SoldAddOn } from './use-add-on.ts';

/** What a mailbox gets, and its price. */
export function AddOnFacts({ addOn, plan }: { addOn: SoldAddOn; plan: CurrentPlan }) {
  const t = useText();
  const locale = useLocale();
  const format = useFormat();
  const storageMb = addedStorageMb(addOn);
  const perDay = addOn.features.find(({ type }) => type === 'mail_send')?.attrs['dailyLimit'];
  const price = addOn.pricing[plan.billingCycle];
  return (
    <Card>
      <div className="px-5 py-4 max-phone:px-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div>
          <h2 className="mb-2 text-lead!">{t('addOns.facts.title')}</h2>
          <ul className="grid gap-2">
            {storageMb > 0 && (
              <Fact icon={HardDrive} text={t('addOns.facts.storage', { size: formatStorage(storageMb, locale) })} />
            )}
            {typeof perDay === 'number' && (
              <Fact icon={Send} text={t('addOns.facts.perDay', { count: format.number(perDay) })} />
            )}
          </ul>
        </div>
        {price !== undefined && (
          <p>
            <span className="num text-price leading-tight font-heading font-bold">
              {format.money(price, plan.currency)}
            </span>
            <span className="block text-small text-2nd">{t('addOns.facts.each', { cycle: plan.billingCycle })}</span>
          </p>
        )}
      </div>
    </Card>
  );
}

function Fact({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <li className="flex items-center gap-2.5">
      <Icon size={18} strokeWidth={1.75} className="flex-none text-accent-text" aria-hidden="true" />
      {text}
    </li>
  );
}
