import { expect, test } from 'vitest';
import { addedStorageMb, doesStack } from '../plans/index.ts';
import { addOnStatus, canAssignAddOn, endPieces } from './index.ts';

test.each([
  ['nothing has it yet', [], 'active'],
  ['an active mailbox', ['active'], 'active'],
  ['one of two is suspended', ['suspended', 'active'], 'active'],
  ['all are suspended', ['suspended', 'suspended'], 'suspended'],
] as const)('an add-on is suspended only if all its mailboxes are: %s [A-04] [ADD-01]', (_, attachments, status) => {
  expect(addOnStatus(attachments)).toBe(status);
});

const FREE = { from: null, to: { hasSameType: false }, freePieces: 1, stacks: false };
const FULL = { hasPiece: true, storedMb: 12_000, roomMb: 10_240 };
const EMPTY = { ...FULL, storedMb: 100 };

test.each([
  ['a free piece', FREE, 'allowed'],
  ['a piece that another mailbox has', { ...FREE, from: EMPTY, freePieces: 0 }, 'allowed'],
  ['no piece is free', { ...FREE, freePieces: 0 }, 'ADDON_ALL_IN_USE'],
  ['the mailbox has one', { ...FREE, to: { hasSameType: true } }, 'ADDON_ALREADY_THERE'],
  ['storage adds up', { ...FREE, to: { hasSameType: true }, stacks: true }, 'allowed'],
  ['that mailbox has no piece', { ...FREE, from: { ...EMPTY, hasPiece: false } }, 'NOT_FOUND'],
  ['its mail needs the piece', { ...FREE, from: FULL, to: null }, 'STORED_MAIL_TOO_LARGE'],
])('a piece goes to a mailbox that may have it, and leaves one that can do without: %s [ADD-01]', (_, facts, code) => {
  const verdict = canAssignAddOn(facts);
  expect(verdict.ok ? 'allowed' : verdict.code).toBe(code);
});

test('a deleted mailbox takes its pieces with it, and nothing else [ADD-01] [MBX-04]', () => {
  const addOns = [
    { addOnId: 'storage_addon-1', quantity: 3 },
    { addOnId: 'max_addon-1', quantity: 1 },
  ];
  expect(endPieces(addOns, new Map([['storage_addon-1', 2]]))).toEqual([
    { addOnId: 'storage_addon-1', quantity: 1 },
    { addOnId: 'max_addon-1', quantity: 1 },
  ]);
  expect(endPieces(addOns, new Map([['max_addon-1', 1]]))).toEqual([{ addOnId: 'storage_addon-1', quantity: 3 }]);
});

test('only storage adds up: a mailbox has any number of such pieces, and one of any other add-on [ADD-01]', () => {
  const storage = { type: 'storage', attrs: { quota_in_gb: 10 } };
  expect(doesStack({ features: [storage] })).toBe(true);
  expect(doesStack({ features: [storage, { type: 'mail_send', attrs: {} }] })).toBe(false);
  expect(doesStack({ features: [] })).toBe(false);
  expect(addedStorageMb({ features: [storage] })).toBe(10_240);
  expect(addedStorageMb({ features: [{ type: 'storage', attrs: { quota_in_mb: 500 } }] })).toBe(500);
  expect(addedStorageMb({ features: [] })).toBe(0);
});
