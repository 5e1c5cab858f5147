import { expect, test } from 'vitest';
import { needLastPass } from './last-pass.ts';
import { aFinishedImport, aRunningImport } from './testing/sample-imports.ts';

const at = (day: string) => `2026-11-${day}T12:00:00.000Z`;
const ended = (taskId: string, from: string, start: string, end: string, more = {}) =>
  aFinishedImport({
    ...{ taskId, sourceEmail: from, createdOnEpochMillis: Date.parse(at(start)), endedAt: at(end) },
    ...more,
  });
const ids = (tasks: Parameters<typeof needLastPass>[0], since?: string) =>
  needLastPass(tasks, since).map(({ taskId }) => taskId);

test('after the switch, one last import is offered for each account whose import ended before it and was not repeated since [IMP-02]', () => {
  const tasks = [
    ended('again', 'b@old.test', '21', '21'),
    ended('second', 'a@old.test', '10', '11'),
    ended('first', 'A@old.test', '08', '09'),
    ended('repeated', 'b@old.test', '10', '11'),
    ended('after', 'c@old.test', '19', '21'),
    ended('failed', 'd@old.test', '10', '11', { status: 'failed' }),
    aRunningImport({ sourceEmail: 'e@old.test' }),
  ];
  expect(ids(tasks, at('20'))).toEqual(['second']);
  expect(ids(tasks)).toEqual([]);
});
