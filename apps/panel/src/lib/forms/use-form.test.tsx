import { Button } from '@postern/ui/buttons/button';
import { Field } from '@postern/ui/forms/field';
import { TextInput } from '@postern/ui/forms/text-input';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { useForm } from './use-form.ts';

type Values = { name: string; city: string };
type Wrong = { readonly [Field in keyof Values]?: string };
type Props = {
  judge?: 'sent' | 'leftFilled' | 'left' | 'typed';
  failure?: { city?: string } | null;
  onSubmit?: (values: Values) => void;
};

const isShort = (text: string) => text.length < 3;

function Sample({ judge = 'sent', failure = null, onSubmit = () => {} }: Props) {
  const form = useForm({
    initial: { name: '', city: '' },
    check: ({ name, city }): Wrong => ({
      ...(isShort(name) ? { name: 'name too short' } : {}),
      ...(isShort(city) ? { city: 'city too short' } : {}),
    }),
    judge,
    failure,
    refused: (refusal) => refusal,
    submit: onSubmit,
  });
  return (
    <form {...form.attributes}>
      <Field label="Name" error={form.problem('name')}>
        <TextInput {...form.text('name')} />
      </Field>
      <Field label="City" error={form.problem('city')}>
        <TextInput {...form.text('city')} />
      </Field>
      <p>{form.failure && 'failed'}</p>
      <p>{form.isDirty && 'unsaved'}</p>
      <Button type="submit">Send</Button>
    </form>
  );
}

const name = page.getByLabelText('Name');
const city = page.getByLabelText('City');
const send = page.getByRole('button', { name: 'Send' });
const problem = (of: string) => page.getByText(`${of} too short`);

async function fill(values: Values) {
  await name.fill(values.name);
  await city.fill(values.city);
}

test('a try to send shows everything that is wrong, puts the focus into the first wrong field and sends nothing', async () => {
  const onSubmit = vi.fn();
  await render(<Sample onSubmit={onSubmit} />);
  await fill({ name: 'Ada', city: 'U' });
  await expect.element(problem('city')).not.toBeInTheDocument();
  await send.click();
  await expect.element(problem('city')).toBeVisible();
  await expect.element(problem('name')).not.toBeInTheDocument();
  await expect.element(city).toHaveFocus();
  await send.click();
  await expect.element(city).toHaveFocus();
  expect(onSubmit).not.toHaveBeenCalled();
  await city.fill('Ulm');
  await expect.element(problem('city')).not.toBeInTheDocument();
  await send.click();
  await expect.poll(() => onSubmit.mock.calls).toEqual([[{ name: 'Ada', city: 'Ulm' }]]);
});

test.for([
  ['sent', 'U', false],
  ['leftFilled', 'U', true],
  ['leftFilled', '', false],
  ['left', '', true],
] as const)(
  'a field judged when it is %s, and left with “%s”, says that it is wrong: %s',
  async ([judge, typed, isSaid]) => {
    await render(<Sample judge={judge} />);
    await city.fill(typed);
    await expect.element(problem('city')).not.toBeInTheDocument();
    await city.click();
    await userEvent.tab();
    await expect.poll(() => problem('city').elements().length).toBe(isSaid ? 1 : 0);
  },
);

test('a field judged while it is typed says so at once', async () => {
  await render(<Sample judge="typed" />);
  await city.fill('U');
  await expect.element(problem('city')).toBeVisible();
});

test('a press that leaves a wrong field reaches what is pressed before the message moves it', async () => {
  const onSubmit = vi.fn();
  await render(<Sample judge="left" onSubmit={onSubmit} />);
  await name.fill('A');
  const before = send.element().getBoundingClientRect().top;
  send.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  city.element().focus();
  await expect.element(city).toHaveFocus();
  expect(send.element().getBoundingClientRect().top).toBe(before);
  send.element().dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  await expect.element(problem('name')).toBeVisible();
});

test('what the server refused is said at its field, which gets the focus, until it is changed', async () => {
  const { rerender } = await render(<Sample />);
  await fill({ name: 'Ada', city: 'Ulm' });
  await send.click();
  await rerender(<Sample failure={{ city: 'We know no such city.' }} />);
  await expect.element(city).toHaveAccessibleDescription('We know no such city.');
  await expect.element(city).toHaveFocus();
  await expect.element(page.getByText('failed')).not.toBeInTheDocument();
  await city.fill('Bonn');
  await expect.element(city).not.toHaveAccessibleDescription();
  await city.fill('Ulm');
  await expect.element(city).toHaveAccessibleDescription('We know no such city.');
});

test('a failure that is about no field is the form’s, and keeps what was typed', async () => {
  const { rerender } = await render(<Sample />);
  await fill({ name: 'Ada', city: 'Ulm' });
  await expect.element(page.getByText('unsaved')).toBeVisible();
  await send.click();
  await rerender(<Sample failure={{}} />);
  await expect.element(page.getByText('failed')).toBeVisible();
  await expect.element(name).toHaveValue('Ada');
  await fill({ name: '', city: '' });
  await expect.element(page.getByText('unsaved')).not.toBeInTheDocument();
});
