import type { FoundCustomer, StaffMember } from '@postern/contract/staff';
import { readStaffSearch } from '@postern/domain/staff';
import { Button } from '@postern/ui/buttons/button';
import { Loader } from '@postern/ui/feedback/loader';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '../../lib/forms/use-form.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { CustomerCard } from './customer-card.tsx';
import { searchQuery } from './queries.ts';
import { useEnterVisit } from './use-enter-visit.ts';
import { VisitModal } from './visit-modal.tsx';

type Chosen = { customer: FoundCustomer; domain: FoundCustomer['domains'][number] };

/** Finds the customer to help, and starts the visit. It searches only when the button is pressed, because each search is recorded. */
export function CustomerSearch({ staff }: { staff: StaffMember }) {
  const t = useText();
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isOpen, setOpen] = useState(false);
  const enter = useEnterVisit();
  const form = useForm({
    initial: { q: '' },
    check: (values) => ({ q: readStaffSearch(values.q) === null }),
    submit: (values) => setQ(values.q.trim()),
  });
  const found = useQuery({ ...searchQuery(q), enabled: q !== '' });
  return (
    <>
      <PageHeader
        title={t('staff.search.title')}
        sentence={t(`staff.search.sentence.${staff.role}`, { company: staff.company })}
      />
      <form {...form.attributes} role="search" className="flex flex-wrap items-start gap-2.5">
        <Field
          label={t('staff.search.label')}
          hint={t('staff.search.hint')}
          error={form.problem('q') && t('staff.search.unclear')}
          className="min-w-[min(100%,18rem)] flex-1"
        >
          <TextInput {...form.text('q')} autoFocus autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Button
          type="submit"
          className="mt-7 max-phone:mt-0 max-phone:w-full"
          pending={found.isFetching}
          icon={<Search size={17} strokeWidth={1.75} aria-hidden="true" />}
        >
          {t('staff.search.submit')}
        </Button>
      </form>
      <div aria-live="polite" className="mt-7">
        {found.isFetching && !found.data && <Loader text={t('staff.search.running')} />}
        {found.error && <ReadFailed title={t('staff.search.failed')} read={found} />}
        {found.data && <Found {...found.data} staff={staff} onVisit={(next) => (setChosen(next), setOpen(true))} />}
      </div>
      {chosen && (
        <VisitModal
          {...chosen}
          open={isOpen}
          onClose={() => setOpen(false)}
          key={chosen.domain.bundleId}
          onEntered={(login) => {
            setChosen(null);
            enter(login);
          }}
        />
      )}
    </>
  );
}

type FoundProps = {
  customers: FoundCustomer[];
  isCut: boolean;
  staff: StaffMember;
  onVisit: (chosen: Chosen) => void;
};

function Found({ customers, isCut, staff, onVisit }: FoundProps) {
  const t = useText();
  if (customers.length === 0) return <p className="text-2nd">{t(`staff.search.none.${staff.role}`)}</p>;
  return (
    <>
      <p className="mb-3 text-small text-2nd">
        {t(isCut ? 'staff.search.cut' : 'staff.search.count', { count: customers.length })}
      </p>
      <ul className="grid gap-3.5">
        {customers.map((customer) => (
          <CustomerCard
            key={customer.customerId}
            customer={customer}
            showsPartner={staff.partnerId === null}
            onVisit={(domain) => onVisit({ customer, domain })}
          />
        ))}
      </ul>
    </>
  );
}
