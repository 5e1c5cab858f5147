import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoFaults, renderUi } from '../testing/render-ui.tsx';
import { ButtonLink } from './button-link.tsx';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

test('a pending button ignores a second press, keeps its width and its focus, and says that it is busy', async () => {
  const send = vi.fn();
  function Form() {
    const [pending, setPending] = useState(false);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
          setPending(true);
        }}
      >
        <Button type="submit" pending={pending}>
          Create mailbox
        </Button>
      </form>
    );
  }
  await renderUi(<Form />);
  const button = page.getByRole('button', { name: 'Create mailbox' });
  const width = button.element().getBoundingClientRect().width;
  await userEvent.dblClick(button);
  await userEvent.keyboard('{Enter}');
  expect(send).toHaveBeenCalledOnce();
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  await expect.element(button).toHaveFocus();
  expect(button.element().getBoundingClientRect().width).toBe(width);
  await expectNoFaults();
});

test('buttons of every kind have names and enough contrast, in light and in dark', async () => {
  await renderUi(
    <>
      {(['primary', 'quiet', 'ghost', 'danger', 'danger-outline', 'link'] as const).map((kind) => (
        <Button key={kind} kind={kind}>
          Do {kind}
        </Button>
      ))}
      <ButtonLink href="#there">Go there</ButtonLink>
      <IconButton label="More">…</IconButton>
    </>,
  );
  for (const scheme of ['light', 'dark']) {
    document.documentElement.dataset['scheme'] = scheme;
    await vi.waitFor(expectNoFaults, { timeout: 15_000 });
  }
  delete document.documentElement.dataset['scheme'];
});
