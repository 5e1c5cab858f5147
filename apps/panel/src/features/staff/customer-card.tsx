import type { FoundCustomer } from '@postern/contract/staff';
import { showNames } from '@postern/domain/addresses';
import { shortCustomerId } from '@postern/domain/sign-in';
import { Button } from '@postern/ui/buttons/button';
import { Avatar } from '@postern/ui/layout/avatar';
import { Link } from '@tanstack/react-router';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';

type Props = {
  customer: FoundCustomer;
  /** Whether this member of staff helps customers of several partners. */
  showsPartner: boolean;
  onVisit: (domain: FoundCustomer['domains'][number]) => void;
};

/** A customer that was found, with the domains to visit. */
export function CustomerCard({ customer, showsPartner, onVisit }: Props) {
  const t = useText();
  const { name, email, customerId, partnerName, partnerId, domains } = customer;
  return (
    <li className="overflow-clip rounded-lg border border-line bg-surface shadow-raised">
      <div className="flex items-start gap-3.5 px-4 py-4 phone:px-5">
        <Avatar name={name} />
        <div className="min-w-0 flex-1">
          <h2 className="text-body font-strong break-words">
            <Link to={PATHS.staffCustomer.replace('$customer', customerId)}>{name}</Link>
          </h2>
          <p className="text-small break-words text-2nd">{showNames(email)}</p>
          <p className="mt-0.5 text-small break-words text-3rd">
            {showsPartner && `${t('staff.customer.partner', { name: partnerName, id: partnerId })} · `}
            <span className="num">{shortCustomerId(customerId)}</span>
          </p>
        </div>
      </div>
      {domains.length === 0 ? (
        <p className="border-t border-line px-5 py-3.5 text-small text-2nd">{t('staff.customer.noDomains')}</p>
      ) : (
        <ul aria-label={t('staff.customer.domains', { name })}>
          {domains.map((domain) => (
            <li
              key={domain.bundleId}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 phone:px-5"
            >
              <div className="min-w-0 flex-1">
                <div className="font-medium break-words">{showNames(domain.domainName)}</div>
                {domain.planName && <div className="text-small text-2nd">{domain.planName}</div>}
              </div>
              <Button
                kind="quiet"
                size="s"
                aria-label={t('staff.customer.visitDomain', { domain: domain.domainName })}
                onClick={() => onVisit(domain)}
              >
                {t('staff.customer.visit')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
