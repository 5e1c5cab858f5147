import { MAILBOX_ROLES, MAILBOX_SORTS, MAILBOX_STATUSES } from '@postern/domain/mailboxes';
import { SUPPORTED_CURRENCIES } from '@postern/domain/money';
import { CYCLE_MONTHS, PRODUCT_TYPES } from '@postern/domain/plans';
import { expect, test } from 'vitest';
import { mailboxView } from './mailboxes.ts';
import { billingCycle, currency, orderType } from './shapes.ts';

// Written out in the contract: importing them would put the domain's rules of plans on the login screen.
test('the contract knows the currencies, billing cycles and products that the domain knows [PLN-02]', () => {
  expect(currency.options).toEqual(SUPPORTED_CURRENCIES);
  expect(billingCycle.options).toEqual(Object.keys(CYCLE_MONTHS));
  expect(orderType.options).toEqual(PRODUCT_TYPES);
});

test('the contract knows the orders and filters of the mailbox list that the domain knows [MBX-01]', () => {
  expect(mailboxView.sort.def.innerType.options).toEqual(MAILBOX_SORTS);
  expect(mailboxView.status.def.innerType.options).toEqual(MAILBOX_STATUSES);
  expect(mailboxView.role.def.innerType.options).toEqual(MAILBOX_ROLES);
});
