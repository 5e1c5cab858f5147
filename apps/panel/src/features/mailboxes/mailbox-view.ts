import { MAILBOX_ROLES, MAILBOX_SORTS, MAILBOX_STATUSES, type MailboxView } from '@postern/domain/mailboxes';

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((each) => each === value);

/** The view in an address; what it doesn't know is left out. */
export function readView(search: Readonly<Record<string, unknown>>): MailboxView {
  const { sort, order, status, role, addOn } = search;
  return {
    sort: oneOf(MAILBOX_SORTS, sort),
    descending: order === 'descending',
    status: oneOf(MAILBOX_STATUSES, status),
    role: oneOf(MAILBOX_ROLES, role),
    addOn: typeof addOn === 'string' && addOn !== '' ? addOn : undefined,
  };
}

/** A view as the list's call takes it. */
export function viewInput({ sort, descending, status, role, addOn }: MailboxView) {
  return {
    ...(sort === undefined ? {} : { sort }),
    ...(descending ? { order: 'descending' as const } : {}),
    ...(status === undefined ? {} : { status }),
    ...(role === undefined ? {} : { role }),
    ...(addOn === undefined ? {} : { addOn }),
  };
}

/** A view as one text, for the cache; empty for the whole list by address. */
export const viewKey = (view: MailboxView): string => new URLSearchParams(viewInput(view)).toString();
