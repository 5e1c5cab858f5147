import { createRef } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from './buttons/button.tsx';
import { IconButton } from './buttons/icon-button.tsx';
import { BrandMark } from './drawings/brand-mark.tsx';
import { ClosedDoor } from './drawings/closed-door.tsx';
import { DoorScene } from './drawings/door-scene.tsx';
import { EmptyMailbox } from './drawings/empty-mailbox.tsx';
import { LostLetter } from './drawings/lost-letter.tsx';
import { Banner } from './feedback/banner.tsx';
import { Loader } from './feedback/loader.tsx';
import { Meter, meterLevel } from './feedback/meter.tsx';
import { Skeleton, SkeletonRows } from './feedback/skeleton.tsx';
import { StatusDot } from './feedback/status-dot.tsx';
import { Steps } from './feedback/steps.tsx';
import { SearchInput } from './forms/search-input.tsx';
import { Avatar, initialsOf } from './layout/avatar.tsx';
import { Card } from './layout/card.tsx';
import { EmptyState } from './layout/empty-state.tsx';
import { List, ListItem } from './layout/list-item.tsx';
import { PageHeader } from './layout/page-header.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from './layout/table.tsx';
import { Tag } from './layout/tag.tsx';
import { Popover } from './overlays/popover.tsx';
import { Tooltip } from './overlays/tooltip.tsx';
import { expectNoFaults, renderUi } from './testing/render-ui.tsx';

const steps = ['Plan', 'Details', 'Payment'].map((label) => ({ id: label, label }));

test('axe finds no fault in the display components, in light and in dark', async () => {
  await renderUi(
    <>
      <BrandMark />
      <DoorScene className="w-20" />
      <PageHeader
        title="Mailboxes"
        sentence="Everyone here."
        actions={<Button>Create</Button>}
        tags={<Tag>Trial</Tag>}
      />
      {(['info', 'good', 'warn', 'bad'] as const).map((kind) => (
        <Banner key={kind} kind={kind} title="Title" onDismiss={() => {}} dismissLabel={`Close ${kind}`}>
          Text
        </Banner>
      ))}
      {(['accent', 'neutral', 'good', 'warn', 'bad'] as const).map((kind) => (
        <Tag key={kind} kind={kind}>
          {kind}
        </Tag>
      ))}
      {(['good', 'warn', 'bad', 'off'] as const).map((kind) => (
        <StatusDot key={kind} kind={kind}>
          {kind}
        </StatusDot>
      ))}
      <Steps steps={steps} current="Details" label="Progress" completedText="completed" />
      <Meter value={12} max={30} label="Storage" text="12 GB of 30 GB" />
      <Avatar name="Ada Fields" />
      <Loader text="Looking at your domain" />
      <Card padded>
        <Skeleton shape="text" />
        <SkeletonRows rows={2} />
      </Card>
      {[<EmptyMailbox key="a" />, <LostLetter key="b" />, <ClosedDoor key="c" />].map((drawing) => (
        <EmptyState
          key={drawing.key}
          drawing={drawing}
          title={`Nothing ${drawing.key}`}
          action={<Button>Create</Button>}
        >
          There is nothing here yet.
        </EmptyState>
      ))}
      <List>
        <ListItem
          leading={<Avatar name="Bo" />}
          title="Bo"
          meta="bo@"
          render={<a href="#bo">Bo</a>}
          tags={<Tag>Admin</Tag>}
        />
      </List>
    </>,
  );
  for (const scheme of ['light', 'dark']) {
    document.documentElement.dataset['scheme'] = scheme;
    await expectNoFaults();
  }
  delete document.documentElement.dataset['scheme'];
});

test('the steps say which is in progress and which are completed', async () => {
  await renderUi(<Steps steps={steps} current="Details" label="Progress" completedText="completed" />);
  const items = page.getByRole('listitem').elements();
  expect(items.map((item) => item.getAttribute('data-state'))).toEqual(['completed', 'current', 'untouched']);
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null]);
  expect(items[0]?.textContent).toContain('completed');
});

test('a table sorts from the keyboard and keeps its head in sight', async () => {
  await page.viewport(1000, 400);
  let sorted = 0;
  await renderUi(
    <Card>
      <Table label="Mailboxes">
        <TableHead>
          <TableRow>
            <TableHeaderCell sort="ascending" onSort={() => (sorted += 1)}>
              Name
            </TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {Array.from({ length: 40 }, (_, row) => (
            <TableRow key={`row-${row}`}>
              <TableCell>Row {row}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>,
  );
  const head = page.getByRole('columnheader', { name: 'Name' });
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sorted).toBe(1);
  expect(page.getByText('Row 7').element().getBoundingClientRect().height).toBe(56);
  window.scrollTo(0, 900);
  await expect.poll(() => Math.round(head.element().getBoundingClientRect().top)).toBe(0);
  await expectNoFaults();
  window.scrollTo(0, 0);
});

test('a popover and a tooltip open from the keyboard and announce their text', async () => {
  await renderUi(
    <>
      <Popover title="What is this?" trigger={<Button kind="quiet">Explain</Button>}>
        A record tells the world where mail goes.
      </Popover>
      <Tooltip text="Adds one mailbox">
        <IconButton label="Add">+</IconButton>
      </Tooltip>
    </>,
  );
  await expect.element(page.getByLabelText('Add')).toHaveAccessibleDescription('Adds one mailbox');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'What is this?' })).toBeVisible();
  await expectNoFaults();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Explain' })).toHaveFocus();
});

test('a loader says what it waits for [SHL-08]', async () => {
  await renderUi(<Loader text="Looking at your domain" />);
  await expect.element(page.getByRole('status')).toHaveTextContent('Looking at your domain');
});

test.for([
  [0, 30, 'normal'],
  [26.9, 30, 'normal'],
  [27, 30, 'high'],
  [30, 30, 'full'],
  [31, 30, 'full'],
  [0, 0, 'full'],
] as const)('%d of %d is %s', ([value, max, level]) => {
  expect(meterLevel(value, max)).toBe(level);
});

test.for([
  ['Ada Fields', 'AF'],
  ['orders', 'O'],
  ['  ', ''],
  ['Анна Петрова', 'АП'],
  ['佐藤 純', '佐'],
  ['김 민준', '김'],
] as const)('the initials of ‘%s’ are ‘%s’', ([name, initials]) => {
  expect(initialsOf(name)).toBe(initials);
});

test('a list item accepts any attribute, and a search input forwards the ref of its field', async () => {
  const field = createRef<HTMLInputElement>();
  await renderUi(
    <>
      <SearchInput ref={field} label="Search" clearLabel="Clear" value="" onValueChange={() => {}} />
      <List>
        <ListItem title="Ada" id="ada" data-place="1" />
      </List>
    </>,
  );
  expect(field.current).toBe(page.getByRole('searchbox').element());
  expect(document.querySelector('li#ada')?.getAttribute('data-place')).toBe('1');
});
