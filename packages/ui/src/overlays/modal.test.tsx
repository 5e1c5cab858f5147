import { useRef, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { Field } from '../forms/field.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { expectNoFaults, renderUi } from '../testing/render-ui.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Menu } from './menu.tsx';
import { Modal, type ModalProps } from './modal.tsx';
import { PagePlace } from './page-place.tsx';
import { createToastQueue } from './toast-queue.ts';

function Page({ onClosed, ...rest }: Partial<ModalProps>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Modal
        title="Rename it"
        description="It shows in every list."
        closeLabel="Close"
        footer={<Button onClick={() => setOpen(false)}>Save</Button>}
        {...rest}
        open={open}
        onClose={() => setOpen(false)}
        onClosed={onClosed}
      >
        <input name="username" autoComplete="username" readOnly hidden />
        <Field label="Name">
          <TextInput />
        </Field>
      </Modal>
    </>
  );
}
const dialog = () => page.getByRole('dialog');

describe('modal', () => {
  test('a modal is 550 px wide, takes the focus to its first field and keeps it inside [SHL-08]', async () => {
    await renderUi(<Page />);
    await userEvent.click(page.getByRole('button', { name: 'Open' }));
    await expect.element(dialog()).toHaveAccessibleName('Rename it');
    await expect.element(dialog()).toHaveAccessibleDescription('It shows in every list.');
    await expect.element(page.getByLabelText('Name')).toHaveFocus();
    for (let presses = 0; presses < 5; presses += 1) {
      await userEvent.tab();
      await expect.poll(() => dialog().element().contains(document.activeElement)).toBe(true);
    }
    await page.viewport(1000, 700);
    await expect.poll(() => dialog().element().getBoundingClientRect().width).toBe(550);
    await expectNoFaults();
  });

  test('Escape, the close button and a press on the overlay close a modal, and the focus returns [SHL-08]', async () => {
    await page.viewport(1000, 700);
    await renderUi(<Page />);
    const ways = [
      () => userEvent.keyboard('{Escape}'),
      () => userEvent.click(page.getByLabelText('Close', { exact: true })),
      () => userEvent.click(document.body, { position: { x: 8, y: 8 } }),
    ];
    for (const close of ways) {
      await userEvent.click(page.getByRole('button', { name: 'Open' }));
      await expect.element(page.getByLabelText('Name')).toHaveFocus();
      await close();
      await expect.element(dialog()).not.toBeInTheDocument();
      await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
    }
  });

  test('a locked modal cannot be left', async () => {
    await page.viewport(1000, 700);
    await renderUi(<Page locked />);
    await userEvent.click(page.getByRole('button', { name: 'Open' }));
    await expect.element(page.getByLabelText('Name')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByLabelText('Close', { exact: true })).toBeDisabled();
    await userEvent.click(document.body, { position: { x: 8, y: 8 } });
    // A closing modal is still visible for a moment, but no longer open.
    await expect.element(dialog()).toHaveAttribute('data-open');
  });

  test('under 480 px a modal fills the screen', async () => {
    await page.viewport(390, 700);
    await renderUi(<Page />);
    await userEvent.click(page.getByRole('button', { name: 'Open' }));
    const place = () => dialog().element().getBoundingClientRect();
    await expect.poll(place).toMatchObject({ x: 0, width: 390, height: 700 });
    await expect.poll(() => document.documentElement.scrollWidth).toBe(390);
  });

  test('where modals are pages, a modal is part of the page with a heading of its own', async () => {
    await renderUi(<Page />, { modalsArePages: true });
    await userEvent.click(page.getByRole('button', { name: 'Open' }));
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expectNoFaults();
    await userEvent.click(page.getByLabelText('Close', { exact: true }));
    await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

  test('a modal that is a page takes the place of all around it, wherever it was opened, and a question takes the place of it [WID-01]', async () => {
    const closed: string[] = [];
    function Screen() {
      const [open, setOpen] = useState(false);
      const [isAsking, setAsking] = useState(false);
      const [answer, setAnswer] = useState('none');
      function discard() {
        setAsking(false);
        setOpen(false);
        setAnswer('discarded');
      }
      return (
        <>
          <p>Outside</p>
          <PagePlace>
            <h1>Things</h1>
            <div>
              <div>
                <Button onClick={() => setOpen(true)}>Rename</Button>
                <Modal
                  open={open}
                  onClose={() => setAsking(true)}
                  onClosed={() => closed.push(answer)}
                  title="Rename it"
                  closeLabel="Back"
                >
                  <TextInput aria-label="Name" />
                  <Modal open={isAsking} onClose={() => setAsking(false)} title="Discard it?" closeLabel="Keep">
                    <Button onClick={discard}>Discard</Button>
                  </Modal>
                </Modal>
              </div>
            </div>
            <p>Below</p>
          </PagePlace>
        </>
      );
    }
    await renderUi(<Screen />, { modalsArePages: true });
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    await userEvent.click(page.getByRole('button', { name: 'Rename' }));
    await expect.element(heading('Rename it')).toHaveFocus();
    await expect.element(page.getByText('Outside')).toBeVisible();
    await expect.element(heading('Things')).not.toBeInTheDocument();
    await expect.element(page.getByText('Below')).not.toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill('typed');
    await userEvent.click(page.getByRole('button', { name: 'Back' }));
    await expect.element(heading('Discard it?')).toHaveFocus();
    await expect.element(heading('Rename it')).not.toBeInTheDocument();
    await expectNoFaults();
    await userEvent.click(page.getByRole('button', { name: 'Keep' }));
    await expect.element(page.getByRole('button', { name: 'Back' })).toHaveFocus();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('typed');
    await userEvent.click(page.getByRole('button', { name: 'Back' }));
    await userEvent.click(page.getByRole('button', { name: 'Discard' }));
    await expect.element(page.getByRole('button', { name: 'Rename' })).toHaveFocus();
    await expect.element(page.getByText('Below')).toBeVisible();
    expect(closed).toEqual(['discarded']);
  });

  test('a dialog opened from a menu gives the focus back to the menu’s button', async () => {
    function Row() {
      const [open, setOpen] = useState(false);
      const items = [{ id: 'delete', label: 'Delete', danger: true, onSelect: () => setOpen(true) }];
      return (
        <>
          <Menu trigger={<IconButton label="Actions for it">…</IconButton>} items={items} />
          <Modal open={open} onClose={() => setOpen(false)} title="Delete it?" closeLabel="Close" />
        </>
      );
    }
    await renderUi(<Row />);
    await userEvent.click(page.getByLabelText('Actions for it'));
    await userEvent.click(page.getByRole('menuitem', { name: 'Delete' }));
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByLabelText('Actions for it')).toHaveFocus();
  });

  test('a dialog whose row is gone gives the focus to the next row, or else to the main action', async () => {
    function Rows() {
      const [rows, setRows] = useState(['one', 'two', 'three']);
      const [open, setOpen] = useState<string | null>(null);
      function remove() {
        setRows(rows.filter((row) => row !== open));
        setOpen(null);
      }
      return (
        <main>
          <Button>Add</Button>
          <ul>
            {rows.map((row) => (
              <li key={row}>
                <Button kind="quiet">Copy {row}</Button>
                <Button kind="quiet" onClick={() => setOpen(row)}>
                  Delete {row}
                </Button>
              </li>
            ))}
          </ul>
          <Modal
            open={open !== null}
            onClose={() => setOpen(null)}
            title="Sure?"
            closeLabel="Close"
            footer={<Button onClick={remove}>Yes</Button>}
          />
        </main>
      );
    }
    await renderUi(<Rows />);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    for (const [row, next] of [
      ['two', 'Delete three'],
      ['three', 'Delete one'],
      ['one', 'Add'],
    ] as const) {
      await userEvent.click(button(`Delete ${row}`));
      await userEvent.click(button('Yes'));
      await expect.element(dialog()).not.toBeInTheDocument();
      await expect.element(button(next)).toHaveFocus();
    }
  });

  test('modals stack: Escape closes the upper one only [SHL-08]', async () => {
    function Two() {
      const [upper, setUpper] = useState(false);
      const [lower, setLower] = useState(true);
      return (
        <Modal open={lower} onClose={() => setLower(false)} title="Lower" closeLabel="Close lower">
          <Button onClick={() => setUpper(true)}>More</Button>
          <Modal open={upper} onClose={() => setUpper(false)} title="Upper" closeLabel="Close upper" />
        </Modal>
      );
    }
    await renderUi(<Two />);
    await userEvent.click(page.getByRole('button', { name: 'More' }));
    await expect.element(page.getByRole('dialog', { name: 'Upper' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: 'Upper' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('dialog', { name: 'Lower' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus();
  });

  test('a toast over a modal is announced and closed without closing the modal [SHL-08]', async () => {
    const queue = createToastQueue();
    await renderUi(<Page />, { queue });
    await userEvent.click(page.getByRole('button', { name: 'Open' }));
    await expect.element(dialog()).toBeVisible();
    queue.show({ text: 'Saved.', durationMs: Number.POSITIVE_INFINITY });
    await expect.element(page.getByText('Saved.')).toBeVisible();
    expect(page.getByText('Saved.').element().closest('[aria-hidden=true], [inert]')).toBeNull();
    await userEvent.click(page.getByLabelText('Close message'));
    await expect.element(page.getByText('Saved.')).not.toBeInTheDocument();
    await expect.element(dialog()).toBeVisible();
  });
});

describe('confirm dialog', () => {
  function Confirm({ near = false, onConfirm = () => {} }: { near?: boolean; onConfirm?: () => void }) {
    const [open, setOpen] = useState(true);
    const ref = useRef(null);
    return (
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={onConfirm}
        title="Delete anna@bluebottle.test?"
        confirmLabel="Delete mailbox"
        cancelLabel="Keep it"
        closeLabel="Close"
        danger
        accentNearDanger={near}
      >
        <p ref={ref}>All of its mail is lost.</p>
      </ConfirmDialog>
    );
  }

  test('a destructive dialog names the thing and starts on the cancel button', async () => {
    const onConfirm = vi.fn();
    await renderUi(<Confirm onConfirm={onConfirm} />);
    await expect.element(page.getByRole('alertdialog')).toHaveAccessibleName('Delete anna@bluebottle.test?');
    await expect.element(page.getByRole('button', { name: 'Keep it' })).toHaveFocus();
    await userEvent.click(page.getByRole('button', { name: 'Delete mailbox' }));
    await expect.poll(() => onConfirm.mock.calls.length).toBe(1);
    await expectNoFaults();
  });

  test('with an accent near danger the destructive button is an outline with an icon', async () => {
    await renderUi(<Confirm near />);
    const button = page.getByRole('button', { name: 'Delete mailbox' });
    await expect.element(button).toHaveAttribute('data-kind', 'danger-outline');
    expect(button.element().querySelector('svg')).not.toBeNull();
    await expectNoFaults();
  });
});
