import { SUPPORTED_CURRENCIES } from '@postern/domain/money';
import { CYCLE_MONTHS, PRODUCT_TYPES } from '@postern/domain/plans';
import { expect, test } from 'vitest';
import { billingCycle, currency, orderType } from './shapes.ts';

// Written out in the contract: importing them would put the domain's rules of plans on the login screen.
test('the contract knows the currencies, billing cycles and products that the domain knows [PLN-02]', () => {
  expect(currency.options).toEqual(SUPPORTED_CURRENCIES);
  expect(billingCycle.options).toEqual(Object.keys(CYCLE_MONTHS));
  expect(orderType.options).toEqual(PRODUCT_TYPES);
});
