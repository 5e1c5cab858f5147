import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoFaults, renderUi } from '../testing/render-ui.tsx';
import { Checkbox } from './checkbox.tsx';
import { ComboboxField } from './combobox-field.tsx';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';
import { RadioCardGroup } from './radio-card-group.tsx';
import { SearchInput } from './search-input.tsx';
import { Select } from './select.tsx';
import { Switch } from './switch.tsx';
import { TextInput } from './text-input.tsx';

test('a field’s label, hint and error belong to its control', async () => {
  await renderUi(
    <Field label="Address" hint="Before the @." error="This address is taken." requiredText="required">
      <TextInput suffix="@bluebottle.test" />
    </Field>,
  );
  const input = page.getByRole('textbox');
  await expect.element(input).toHaveAccessibleName('Address required');
  await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  const said = () => {
    const ids = input.element().getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent);
  };
  await expect.poll(said).toEqual(expect.arrayContaining(['This address is taken.', 'Before the @.']));
  await expectNoFaults();
});

test('a field without an error is not invalid', async () => {
  await renderUi(
    <Field label="Address">
      <TextInput />
    </Field>,
  );
  await expect.element(page.getByLabelText('Address')).not.toHaveAttribute('aria-invalid', 'true');
});

test('a password can be shown and hidden, and blocked spaces are dropped', async () => {
  await renderUi(
    <Field label="Password">
      <PasswordInput showLabel="Show password" hideLabel="Hide password" blockSpaces />
    </Field>,
  );
  const input = page.getByLabelText('Password', { exact: true });
  await userEvent.click(input);
  await userEvent.keyboard('se cr et');
  await expect.element(input).toHaveValue('secret');
  await expect.element(input).toHaveAttribute('type', 'password');
  await userEvent.click(page.getByLabelText('Show password'));
  await expect.element(input).toHaveAttribute('type', 'text');
  await userEvent.click(page.getByLabelText('Hide password'));
  await expect.element(input).toHaveAttribute('type', 'password');
  await expectNoFaults();
});

test('a country is found by typing and chosen from the keyboard', async () => {
  const items = ['Austria', 'Netherlands', 'New Zealand'].map((label) => ({ label, value: label.slice(0, 3) }));
  function Address() {
    const [country, setCountry] = useState<string | null>('Aus');
    return (
      <>
        <Field label="Country">
          <ComboboxField
            items={items}
            value={country}
            onValueChange={setCountry}
            openLabel="Show countries"
            emptyText="No country of that name."
          />
        </Field>
        <output>{country}</output>
      </>
    );
  }
  await renderUi(<Address />);
  const input = page.getByRole('combobox', { name: 'Country' });
  await expect.element(input).toHaveValue('Austria');
  await expect.element(page.getByRole('button', { name: 'Show countries' })).toBeVisible();
  await userEvent.click(input);
  await userEvent.keyboard('zea');
  await expect.element(page.getByRole('option')).toHaveTextContent('New Zealand');
  await expectNoFaults();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('status')).toHaveTextContent('New');
  await expect.element(input).toHaveValue('New Zealand');
  await userEvent.keyboard('{Control>}a{/Control}xyz');
  await expect.element(page.getByText('No country of that name.')).toBeVisible();
});

test('a select is named by its field and chosen from the keyboard', async () => {
  function Plan() {
    const [plan, setPlan] = useState<string | null>(null);
    const items = [
      { value: 'lite', label: 'Lite' },
      { value: 'pro', label: 'Pro' },
    ];
    return (
      <Field label="Plan" nativeLabel={false}>
        <Select items={items} value={plan} onValueChange={setPlan} placeholder="Choose a plan" />
      </Field>
    );
  }
  await renderUi(<Plan />);
  const trigger = page.getByRole('combobox', { name: 'Plan' });
  trigger.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('listbox', { name: 'Plan' })).toBeVisible();
  await expectNoFaults();
  await userEvent.keyboard('{End}{Enter}');
  await expect.element(trigger).toHaveTextContent('Pro');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await expectNoFaults();
});

test('checkbox, switch and radio cards are named by their words and used from the keyboard', async () => {
  function Choices() {
    const [box, setBox] = useState(false);
    const [on, setOn] = useState(false);
    const [cycle, setCycle] = useState<string>('year');
    const cards = [
      { value: 'year', title: 'Every year', gain: 'You save 30 %', figure: '€ 3.50' },
      { value: 'month', title: 'Every month', figure: '€ 5.00' },
    ];
    return (
      <>
        <Checkbox checked={box} onCheckedChange={setBox} hint="They get an email.">
          Send an invitation
        </Checkbox>
        <Switch checked={on} onCheckedChange={setOn}>
          Renew by itself
        </Switch>
        <RadioCardGroup label="How often do you want to pay?" value={cycle} onValueChange={setCycle} cards={cards} />
      </>
    );
  }
  await renderUi(<Choices />);
  const box = page.getByRole('checkbox', { name: 'Send an invitation' });
  await userEvent.click(page.getByText('Send an invitation'));
  await expect.element(box).toBeChecked();
  await expect.element(box).toHaveAccessibleDescription('They get an email.');
  const renew = page.getByRole('switch', { name: 'Renew by itself' });
  renew.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(renew).toBeChecked();
  await expect.element(page.getByRole('radiogroup', { name: 'How often do you want to pay?' })).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('radio', { name: /Every month/ })).toBeChecked();
  await expectNoFaults();
});

test('a pending switch ignores further changes', async () => {
  const change = vi.fn();
  await renderUi(
    <Switch checked={false} pending onCheckedChange={change}>
      Renew by itself
    </Switch>,
  );
  await userEvent.click(page.getByRole('switch'));
  expect(change).not.toHaveBeenCalled();
});

test('Escape empties a search', async () => {
  function Finder() {
    const [value, setValue] = useState('');
    return <SearchInput value={value} onValueChange={setValue} label="Search mailboxes" clearLabel="Clear search" />;
  }
  await renderUi(<Finder />);
  await userEvent.click(page.getByRole('searchbox'));
  await userEvent.keyboard('anna');
  await expect.element(page.getByLabelText('Clear search')).toBeVisible();
  await expectNoFaults();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('searchbox')).toHaveValue('');
});
