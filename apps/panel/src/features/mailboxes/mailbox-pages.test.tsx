import type { MailAccount } from '@postern/contract/mailboxes';
import { expect, test } from 'vitest';
import { insertMailbox, type MailboxPages, mailboxesOf } from './mailbox-pages.ts';
import { aMailbox } from '../../testing/serving-mailboxes.ts';

const page = (accounts: MailAccount[], nextCursor: string | null) => ({ accounts, nextCursor, total: 9 });
const [ada, bert, cleo, dev] = ['ada', 'bert', 'cleo', 'dev'].map((name) => aMailbox('', name)) as [
  MailAccount,
  MailAccount,
  MailAccount,
  MailAccount,
];
const listOf = (...pages: MailboxPages['pages']): MailboxPages => ({ pages, pageParams: pages.map(() => null) });
const names = (list: MailboxPages) => mailboxesOf(list).map(({ email }) => email.split('@')[0]);

test('a new mailbox goes where the server will list it, and the total grows [MBX-02]', () => {
  const list = insertMailbox(listOf(page([ada, cleo], 'c'), page([dev], null)), bert);
  expect(names(list)).toEqual(['ada', 'bert', 'cleo', 'dev']);
  expect(list.pages.map(({ accounts, total }) => [accounts.length, total])).toEqual([
    [3, 10],
    [1, 10],
  ]);
});

test('between two pages it is added to the later one, at the end to the last one [MBX-02]', () => {
  expect(insertMailbox(listOf(page([ada], 'a'), page([cleo], null)), bert).pages[1]?.accounts).toEqual([bert, cleo]);
  expect(names(insertMailbox(listOf(page([ada], null)), bert))).toEqual(['ada', 'bert']);
  expect(names(insertMailbox(listOf(page([], null)), ada))).toEqual(['ada']);
});

test('beyond the loaded pages it only counts, because it will arrive with its page [MBX-02]', () => {
  const list = insertMailbox(listOf(page([ada, bert], 'b')), dev);
  expect(names(list)).toEqual(['ada', 'bert']);
  expect(list.pages[0]?.total).toBe(10);
});

test('a mailbox that is already in the list is not counted twice [MBX-02]', () => {
  const list = listOf(page([ada], null));
  expect(insertMailbox(list, ada)).toBe(list);
});
