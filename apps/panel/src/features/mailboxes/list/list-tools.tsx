import { MAILBOX_ROLES, MAILBOX_STATUSES, type MailboxView } from '@postern/domain/mailboxes';
import { ArrowDownUp, Check, ListFilter, X } from 'lucide-react';
import { useText } from '../../../lib/i18n/texts.ts';
import { ListMenu } from './list-menu.tsx';
import type { ListView } from './use-mailbox-view.ts';

const ORDERS = [
  ['address', { sort: 'address', descending: false }],
  ['name', { sort: 'name', descending: false }],
  ['nameDown', { sort: 'name', descending: true }],
  ['fullest', { sort: 'storage', descending: true }],
  ['lastSignIn', { sort: 'signIn', descending: true }],
  ['longestAway', { sort: 'signIn', descending: false }],
  ['newest', { sort: 'created', descending: true }],
  ['oldest', { sort: 'created', descending: false }],
] as const satisfies readonly (readonly [string, MailboxView])[];

/** What the list is sorted by, and what it shows. */
export function ListTools({ view }: { view: ListView }) {
  const t = useText();
  const { wanted, show } = view;
  const isNow = (order: MailboxView) =>
    (wanted.sort ?? 'address') === order.sort && (wanted.descending ?? false) === order.descending;
  const now = ORDERS.find(([, order]) => isNow(order))?.[0];
  const item = (id: string, label: string, current: boolean, onSelect: () => void) => ({
    id,
    label,
    current,
    onSelect,
    icon: current ? <Check size={18} strokeWidth={2} aria-hidden="true" /> : <span className="block size-4.5" />,
  });
  return (
    <>
      <ListMenu
        label={t('mailboxes.sort.button', { order: now === undefined ? '' : t(`mailboxes.sort.short.${now}`) })}
        heading={t('mailboxes.sort.heading')}
        icon={<ArrowDownUp size={16} strokeWidth={1.75} aria-hidden="true" />}
        items={ORDERS.map(([id, order]) => item(id, t(`mailboxes.sort.${id}`), id === now, () => show(order)))}
      />
      <ListMenu
        label={t('mailboxes.filter.button')}
        heading={t('mailboxes.filter.heading')}
        part={FILTER}
        icon={<ListFilter size={16} strokeWidth={1.75} aria-hidden="true" />}
        items={[
          ...MAILBOX_STATUSES.map((status) => {
            const isOn = wanted.status === status;
            return item(status, t(`mailboxes.filter.${status}`), isOn, () =>
              show({ status: isOn ? undefined : status }),
            );
          }),
          ...MAILBOX_ROLES.map((role) => {
            const isOn = wanted.role === role;
            return item(role, t(`mailboxes.filter.${role}`), isOn, () => show({ role: isOn ? undefined : role }));
          }),
        ]}
      />
    </>
  );
}

const FILTER = 'filter';

/** Where the work goes on when a control that takes filters away goes with them. */
export const focusFilter = (): void => document.querySelector<HTMLElement>(`[data-part=${FILTER}]`)?.focus();

export const focusSearch = (): void => document.querySelector<HTMLElement>('main [type=search]')?.focus();

/** The filters that are on, each with a button that takes it away; nothing without a filter. */
export function FilterChips({ view }: { view: ListView }) {
  const t = useText();
  const { wanted, isFiltered, show, clear } = view;
  if (!isFiltered) return null;
  const { status, role, addOn } = wanted;
  return (
    <div role="group" aria-label={t('mailboxes.filter.heading')} className="mb-3 flex flex-wrap items-center gap-2">
      {status && <Chip label={t(`mailboxes.filter.${status}`)} onRemove={() => show({ status: undefined })} />}
      {role && <Chip label={t(`mailboxes.filter.${role}`)} onRemove={() => show({ role: undefined })} />}
      {addOn && <Chip label={addOn} onRemove={() => show({ addOn: undefined })} />}
      <button
        type="button"
        onClick={() => {
          focusFilter();
          clear();
        }}
        className="touch min-h-8 px-1.5 text-small text-2nd hover:text-text hover:underline"
      >
        {t('mailboxes.filter.clear')}
      </button>
    </div>
  );
}

function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const t = useText();
  function remove(chip: Element) {
    const beside = [chip.nextElementSibling, chip.previousElementSibling].find((each) => each?.matches(`[${CHIP}]`));
    if (beside instanceof HTMLElement) beside.focus();
    else focusFilter();
    onRemove();
  }
  return (
    <button
      type="button"
      {...{ [CHIP]: '' }}
      aria-label={t('mailboxes.filter.remove', { filter: label })}
      onClick={(event) => remove(event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key === 'Backspace' || event.key === 'Delete') remove(event.currentTarget);
      }}
      className="touch inline-flex min-h-8 items-center gap-2 rounded-full border border-accent bg-accent-soft ps-3 pe-2.5 text-small font-medium text-accent-text hover:border-accent-hover"
    >
      {label}
      <X size={14} strokeWidth={2} aria-hidden="true" />
    </button>
  );
}

const CHIP = 'data-chip';
