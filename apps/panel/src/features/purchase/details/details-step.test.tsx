import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { gate, noConnection, refusal } from '../../../testing/fake-api.ts';
import { aPartner, aSmallBusinessPartner } from '../../../testing/samples.ts';
import { aPurchaseAuth, someClaims } from '../testing/purchase-samples.ts';
import { heading, nextButton, openLink, reload, toDetails } from '../testing/purchase-walk.ts';

const street = page.getByLabelText('Street and number');
const city = page.getByLabelText('City');
const country = page.getByRole('combobox', { name: 'Country' });
const state = page.getByRole('combobox', { name: 'State' });
const zipCode = page.getByLabelText('ZIP code');
const vatId = page.getByLabelText(/VAT ID/);

const from = (customerCountry: string | null) => ({
  authenticatePurchase: () => aPurchaseAuth({ claims: someClaims({ customerCountry }) }),
});
async function choose(field: typeof country, name: string) {
  await field.fill(name);
  await page.getByRole('option', { name, exact: true }).click();
}
async function fillAddress() {
  await street.fill('Kanalstraße 4');
  await city.fill('Hamburg');
}

test('the form is prefilled from the link first, then from the server [PUR-04]', async () => {
  await openLink({
    handlers: {
      authenticatePurchase: () =>
        aPurchaseAuth({
          claims: someClaims({ customerName: null }),
          billingAddress: { name: 'Ada F.', email: 'old@bluebottle.test', city: 'Bremen', country: 'US', state: 'CA' },
          customerTaxDetails: { taxDetails: [{ taxIdentifierType: 'vat_id', value: 'DE123456788' }] },
        }),
    },
  });
  await toDetails();
  await expect.element(page.getByLabelText('Email')).toHaveValue('ada@bluebottle.test');
  await expect.element(page.getByLabelText('Full name')).toHaveValue('Ada F.');
  await expect.element(city).toHaveValue('Bremen');
  await expect.element(country).toHaveValue('Germany');
  await expect.element(vatId).toHaveValue('DE123456788');
  await expectAccessible();
});

test('a country is found by its beginning and by its common names, and Enter takes the best one [PUR-04]', async () => {
  await openLink();
  await toDetails();
  for (const [typed, name] of [
    ['India', 'India'],
    ['uk', 'United Kingdom'],
    ['aland', 'Åland Islands'],
  ] as const) {
    await country.fill(typed);
    await expect.element(page.getByRole('option', { name, exact: true })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(country).toHaveValue(name);
  }
});

test('a field tells what is wrong only after it was touched, and sending touches all [PUR-04]', async () => {
  const { api } = await openLink();
  await toDetails();
  await expect.element(page.getByText('Enter your city.')).not.toBeInTheDocument();
  await street.click();
  await userEvent.tab();
  await expect.element(page.getByText('Enter your street and number.')).toBeVisible();
  await expect.element(page.getByText('Enter your city.')).not.toBeInTheDocument();
  await page.getByLabelText('Email').fill('ada@');
  await nextButton.click();
  await expect.element(page.getByText('Enter your city.')).toBeVisible();
  await expect.element(page.getByText("This isn't a complete email address.", { exact: false })).toBeVisible();
  await expect.element(page.getByLabelText('Email')).toHaveFocus();
  expect(api.callsOf('upsertCustomer')).toEqual([]);
  await expectAccessible();
});

test('in the US a state and a postal code are required and sent [PUR-04]', async () => {
  const { api } = await openLink({ handlers: from('US') });
  await toDetails();
  await fillAddress();
  await nextButton.click();
  await expect.element(page.getByText('Choose your state.')).toBeVisible();
  await expect.element(page.getByText('Enter your ZIP code.')).toBeVisible();
  await choose(state, 'California');
  await zipCode.fill('9410');
  await nextButton.click();
  await expect.element(page.getByText('A ZIP code has five digits', { exact: false })).toBeVisible();
  await zipCode.fill('94107-1234');
  await nextButton.click();
  await heading('Payment').findElement();
  expect(api.callsOf('upsertCustomer').map((call) => call.input)).toEqual([
    {
      billingAddress: {
        email: 'ada@bluebottle.test',
        name: 'Ada Fields',
        companyAddress: 'Kanalstraße 4',
        city: 'Hamburg',
        country: 'US',
        state: 'CA',
        zipCode: '94107-1234',
      },
    },
  ]);
  expect(api.callsOf('upsertCustomer')[0]?.headers.get('Authorization')).toBe('Bearer purchase-token');
});

test('another country removes state, postal code and tax ids, and sends none of them [PUR-04]', async () => {
  const { api } = await openLink({ handlers: from('US') });
  await toDetails();
  await fillAddress();
  await choose(state, 'California');
  await zipCode.fill('94107');
  await expect.element(vatId).not.toBeInTheDocument();
  await choose(country, 'Germany');
  await expect.element(zipCode).not.toBeInTheDocument();
  await vatId.fill('DE 136 695 976');
  await choose(country, 'France');
  await expect.element(vatId).not.toBeInTheDocument();
  await choose(country, 'Germany');
  await expect.element(vatId).toHaveValue('');
  await choose(country, 'United States');
  await expect.element(state).toHaveValue('');
  await choose(country, 'France');
  await nextButton.click();
  await heading('Payment').findElement();
  const [call] = api.callsOf('upsertCustomer');
  expect(Object.keys((call?.input['billingAddress'] ?? {}) as object)).not.toContain('state');
  expect(call?.input).not.toHaveProperty('customerTaxDetails');
});

test('a tax id is asked for only in countries that have one, checked for typing mistakes, and sent if filled [PUR-04]', async () => {
  const { api } = await openLink();
  await toDetails();
  await fillAddress();
  await vatId.fill('DE136695970');
  await nextButton.click();
  await expect.element(page.getByText('has a typing mistake', { exact: false })).toBeVisible();
  await vatId.fill('DE136695976');
  await nextButton.click();
  await heading('Payment').findElement();
  expect(api.callsOf('upsertCustomer')[0]?.input['customerTaxDetails']).toEqual({
    taxDetails: [{ taxIdentifierType: 'vat_id', value: 'DE136695976' }],
  });
});

test('nothing is sent while the tax fields load [PUR-04]', async () => {
  const hold = gate();
  const { api } = await openLink({
    handlers: {
      readTaxDetails: async () => {
        await hold.closed;
        return { taxDetails: [] };
      },
    },
  });
  await toDetails();
  await fillAddress();
  await expect.element(nextButton).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  expect(api.callsOf('upsertCustomer')).toEqual([]);
  await expectAccessible();
  hold.open();
  await nextButton.click();
  await heading('Payment').findElement();
});

test('two presses send the details once [PUR-04]', async () => {
  const hold = gate();
  const { api } = await openLink({
    handlers: {
      upsertCustomer: async () => {
        await hold.closed;
        return { customerId: '00000000-0000-4000-8000-000000000077' };
      },
    },
  });
  await toDetails();
  await fillAddress();
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(nextButton).toHaveAttribute('aria-busy', 'true');
  hold.open();
  await heading('Payment').findElement();
  expect(api.callsOf('upsertCustomer')).toHaveLength(1);
});

test('what the server refuses is shown at its field [PUR-04]', async () => {
  await openLink({
    handlers: {
      upsertCustomer: () => {
        const fields = [{ path: 'billingAddress.city', code: 'TOO_STRANGE', message: '' }];
        throw refusal('VALIDATION_FAILED', { attrs: { fields } });
      },
    },
  });
  await toDetails();
  await fillAddress();
  await nextButton.click();
  await expect.element(page.getByText("This wasn't accepted.", { exact: false })).toBeVisible();
  await expect.element(city).toHaveFocus();
});

test('a lost connection is reported, and the same details are sent with the same key [PUR-04] [PAY-03]', async () => {
  const { api } = await openLink({
    handlers: {
      upsertCustomer: () => {
        throw noConnection();
      },
    },
  });
  await toDetails();
  await fillAddress();
  await nextButton.click();
  await expect.element(page.getByText('You seem to be offline.', { exact: false })).toBeVisible();
  await expect.element(street).toHaveValue('Kanalstraße 4');
  api.use({ upsertCustomer: () => ({ customerId: '00000000-0000-4000-8000-000000000077' }) });
  await nextButton.click();
  await heading('Payment').findElement();
  const keys = api.callsOf('upsertCustomer').map((call) => call.headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('for a blocked country nothing is sent, and only the general brand links to more information [PUR-07]', async () => {
  const guide = { ...aPartner().urls, countryNotSupportedGuide: 'https://harbour.test/countries' };
  const { api } = await openLink({
    handlers: { ...from('KE'), readPartnerInfo: () => aPartner({ partnerId: 81, urls: guide }) },
  });
  await toDetails();
  await fillAddress();
  await nextButton.click();
  const dialog = page.getByRole('dialog', { name: "We can't sell to Kenya yet" });
  await expect.element(dialog).toBeVisible();
  expect(getComputedStyle(dialog.element()).maxWidth).toBe('470px');
  await expect
    .element(page.getByRole('link', { name: 'Learn more' }))
    .toHaveAttribute('href', 'https://harbour.test/countries');
  await expectAccessible();
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect.element(page.getByText("We can't sell to this country yet.")).toBeVisible();
  expect(api.callsOf('upsertCustomer')).toEqual([]);

  await openLink({ handlers: { ...from('KE'), readPartnerInfo: () => ({ ...aSmallBusinessPartner(), urls: guide }) } });
  await toDetails();
  await fillAddress();
  await nextButton.click();
  await expect.element(dialog).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Learn more' })).not.toBeInTheDocument();
});

test('a country that only the server blocks shows the same [PUR-07]', async () => {
  await openLink({
    handlers: {
      upsertCustomer: () => {
        throw refusal('COUNTRY_NOT_SUPPORTED');
      },
    },
  });
  await toDetails();
  await fillAddress();
  await nextButton.click();
  await expect.element(page.getByRole('dialog', { name: "We can't sell to Germany yet" })).toBeVisible();
});

test('a reload keeps everything that was typed [PUR-04]', async () => {
  const { location } = await openLink();
  await toDetails();
  await fillAddress();
  await page.getByLabelText(/Company name/).fill('Blue Bottle');
  await choose(country, 'Austria');
  await reload(location().href);
  await expect.element(street).toHaveValue('Kanalstraße 4');
  await expect.element(page.getByLabelText(/Company name/)).toHaveValue('Blue Bottle');
  await expect.element(country).toHaveValue('Austria');
});
