import type { StaffCustomer } from '@postern/contract/staff';
import { showNames } from '@postern/domain/addresses';
import { Button } from '@postern/ui/buttons/button';
import { StatusDot } from '@postern/ui/feedback/status-dot';
import { Tag } from '@postern/ui/layout/tag';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';

type Domain = StaffCustomer['domains'][number];

/** A domain of the customer: whether mail arrives, its plans and their state, and the visit. */
export function CustomerDomain({ domain, onVisit }: { domain: Domain; onVisit: () => void }) {
  const t = useText();
  const { domainName, mailboxes, isConnected, asksFirst, orders } = domain;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg border border-line bg-surface px-4 py-4 shadow-raised phone:px-5">
      <div className="grid min-w-[min(100%,15rem)] flex-1 gap-1">
        <h2 className="text-body font-strong break-words">{showNames(domainName)}</h2>
        <StatusDot kind={isConnected ? 'good' : 'warn'} className="text-small">
          {t(isConnected ? 'home.fact.connected' : 'home.fact.toConnect')}
        </StatusDot>
        <ul className="mt-1 grid gap-1 text-small">
          {orders.map((order) => (
            <Order key={order.product} order={order} />
          ))}
          {orders.length === 0 && <li className="text-2nd">{t('staff.customer.noPlan')}</li>}
        </ul>
        <p className="text-small text-2nd">
          {t('mailboxes.list.count', { count: mailboxes })}
          {asksFirst && ` · ${t('staff.customer.asksFirst')}`}
        </p>
      </div>
      <Button
        className="max-phone:w-full"
        aria-label={t('staff.customer.visitDomain', { domain: domainName })}
        onClick={onVisit}
      >
        {t('staff.customer.visit')}
      </Button>
    </li>
  );
}

function Order({ order }: { order: Domain['orders'][number] }) {
  const t = useText();
  const format = useFormat();
  const { planName: plan, billingCycle, isTrial, status, autoRenew, expiresAt } = order;
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 break-words">
      <span>
        {isTrial
          ? t('shell.domain.trial', { plan })
          : t('shell.domain.plan', { plan, cycle: t(`shell.cycle.${billingCycle}`) })}
      </span>
      {expiresAt !== null && (
        <span className="text-2nd">
          {`· ${t(autoRenew ? 'home.fact.renews' : 'home.fact.ends', { date: format.date(expiresAt) })}`}
        </span>
      )}
      {status === 'suspended' && <Tag kind="warn">{t('domains.list.suspended')}</Tag>}
    </li>
  );
}
