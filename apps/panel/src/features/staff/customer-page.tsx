import type { StaffCustomer, StaffMember } from '@postern/contract/staff';
import { showNames } from '@postern/domain/addresses';
import { shortCustomerId } from '@postern/domain/sign-in';
import { Loader } from '@postern/ui/feedback/loader';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { hasCode } from '../../lib/http/api-error.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { PATHS } from '../../lib/paths.ts';
import { CustomerDomain } from './customer-domain.tsx';
import { FormerVisits } from './former-visits.tsx';
import { customerQuery } from './queries.ts';
import { StaffDoor } from './staff-door.tsx';
import { useEnterVisit } from './use-enter-visit.ts';
import { VisitModal } from './visit-modal.tsx';

/** What a supporter sees before a visit: who the customer is, what they have, and who visited them. SUP-01. */
export function CustomerPage() {
  const { customer = '' } = useParams({ strict: false }) as { customer?: string };
  return <StaffDoor>{(staff) => <Customer key={customer} customerId={customer} staff={staff} />}</StaffDoor>;
}

function Customer({ customerId, staff }: { customerId: string; staff: StaffMember }) {
  const t = useText();
  const read = useQuery(customerQuery(customerId));
  // A customer whom they may not help looks the same as a mistyped address: not found.
  const isNobody = hasCode(read.error, 'NOT_FOUND') || hasCode(read.error, 'VALIDATION_FAILED');
  return (
    <>
      <p className="mb-5">
        <Link to={PATHS.staff}>{t('staff.customer.back')}</Link>
      </p>
      {read.data ? (
        <Known customer={read.data} showsPartner={staff.partnerId === null} />
      ) : isNobody ? (
        <p className="text-2nd">{t(`staff.search.none.${staff.role}`)}</p>
      ) : read.error ? (
        <ReadFailed title={t('staff.page.failed')} read={read} />
      ) : (
        <Loader text={t('app.opening')} />
      )}
    </>
  );
}

function Known({ customer, showsPartner }: { customer: StaffCustomer; showsPartner: boolean }) {
  const t = useText();
  const format = useFormat();
  const enter = useEnterVisit();
  const [chosen, setChosen] = useState<StaffCustomer['domains'][number] | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { name, email, customerId, partnerName, partnerId, createdAt, domains, visits } = customer;
  return (
    <>
      <PageHeader title={name} sentence={showNames(email)} />
      <p className="-mt-4 text-small break-words text-2nd">
        {showsPartner && `${t('staff.customer.partner', { name: partnerName, id: partnerId })} · `}
        <span className="num">{shortCustomerId(customerId)}</span>
        {` · ${t('staff.customer.since', { date: format.date(createdAt, 'long') })}`}
      </p>
      {domains.length === 0 ? (
        <p className="mt-7 text-2nd">{t('staff.customer.noDomains')}</p>
      ) : (
        <ul aria-label={t('staff.customer.domains', { name })} className="mt-7 grid gap-3.5">
          {domains.map((domain) => (
            <CustomerDomain key={domain.bundleId} domain={domain} onVisit={() => (setChosen(domain), setOpen(true))} />
          ))}
        </ul>
      )}
      <FormerVisits visits={visits} />
      {chosen && (
        <VisitModal
          customer={customer}
          domain={chosen}
          open={isOpen}
          onClose={() => setOpen(false)}
          key={chosen.bundleId}
          onEntered={(login) => {
            setChosen(null);
            enter(login);
          }}
        />
      )}
    </>
  );
}
