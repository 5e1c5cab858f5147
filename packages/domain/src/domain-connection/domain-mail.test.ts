import { expect, test } from 'vitest';
import {
  domainMail,
  domainMailState,
  evidenceAfter,
  isAbsenceCounted,
  isUnder,
  type MailEvidence,
  NO_MAIL_EVIDENCE,
  type RecordAnswer,
  RESERVED_TOP_LEVEL_DOMAINS,
} from './index.ts';

const HOUR = 3_600_000;

/** The answers, each after a number of hours: about ownership, then about MX. */
type Answered = readonly [hours: number, ownership: RecordAnswer, mx: RecordAnswer];
const after = (answers: readonly Answered[], before: MailEvidence = NO_MAIL_EVIDENCE): MailEvidence =>
  answers.reduce(
    (evidence, [hours, ownership, mx]) => evidenceAfter(evidence, { ownership, mx, mayMxProve: true }, hours * HOUR),
    before,
  );

const NOTHING = { isLocal: false, receives: false, maySend: false };
const ALL = { isLocal: true, receives: true, maySend: true };
const BEHIND_ANOTHER = { isLocal: false, receives: true, maySend: true };

const yes = 'present';
const no = 'absent';
const silent = 'unknown';

test.each<[string, Answered[], object, string]>([
  ['nothing is known', [], NOTHING, 'waiting'],
  [
    'nobody answers',
    [
      [0, silent, silent],
      [30, silent, silent],
    ],
    NOTHING,
    'waiting',
  ],
  [
    'neither record is there',
    [
      [0, no, no],
      [12, no, no],
      [25, no, no],
    ],
    NOTHING,
    'waiting',
  ],
  ['the ownership record is there', [[0, yes, silent]], ALL, 'local'],
  ['the MX record is there', [[0, no, yes]], ALL, 'local'],
  [
    'MX was there, and nobody answers for a month',
    [
      [0, no, yes],
      [720, silent, silent],
    ],
    ALL,
    'local',
  ],
  [
    'MX is away in two answers over two days',
    [
      [0, no, yes],
      [1, silent, no],
      [49, silent, no],
    ],
    ALL,
    'local',
  ],
  [
    'MX is away in many answers of a few hours',
    [
      [0, no, yes],
      [1, no, no],
      [5, no, no],
      [9, no, no],
      [20, no, no],
    ],
    ALL,
    'local',
  ],
  [
    'MX is away in three answers over a day',
    [
      [0, no, yes],
      [1, no, no],
      [13, no, no],
      [25, no, no],
    ],
    NOTHING,
    'moved-away',
  ],
  [
    'silence comes between the answers',
    [
      [0, no, yes],
      [1, no, no],
      [9, no, silent],
      [13, no, no],
      [25, no, no],
    ],
    NOTHING,
    'moved-away',
  ],
  [
    'MX is there once in between',
    [
      [0, no, yes],
      [1, no, no],
      [13, no, yes],
      [25, no, no],
      [30, no, no],
    ],
    ALL,
    'local',
  ],
  [
    'MX comes back',
    [
      [0, no, yes],
      [1, no, no],
      [13, no, no],
      [25, no, no],
      [26, no, yes],
    ],
    ALL,
    'local',
  ],
  [
    'a button is pressed three times, and once a day later',
    [
      [0, no, yes],
      [1, no, no],
      [1.1, no, no],
      [1.2, no, no],
      [25.5, no, no],
    ],
    ALL,
    'local',
  ],
  [
    'the owner is proven, and a filter service receives',
    [
      [0, yes, no],
      [12, yes, no],
      [25, yes, no],
    ],
    BEHIND_ANOTHER,
    'moved-away',
  ],
  [
    'MX has moved, and the owner is still proven',
    [
      [0, yes, yes],
      [1, yes, no],
      [13, yes, no],
      [25, yes, no],
    ],
    BEHIND_ANOTHER,
    'moved-away',
  ],
  [
    'MX was never there, and the ownership record goes',
    [
      [0, yes, silent],
      [1, no, silent],
      [13, no, silent],
      [25, no, silent],
    ],
    NOTHING,
    'waiting',
  ],
  [
    'the ownership record goes, and MX is there',
    [
      [0, yes, yes],
      [1, no, yes],
      [13, no, yes],
      [25, no, yes],
    ],
    ALL,
    'local',
  ],
])('where %s, mail follows the evidence [VER-01] [VER-06]', (_case, answers, mail, state) => {
  const evidence = after(answers);
  expect(domainMail(evidence)).toEqual(mail);
  expect(domainMailState(evidence)).toBe(state);
});

test("the MX record that another customer left proves nothing, until the next one's ownership record was seen [VER-01]", () => {
  const left = { ...NO_MAIL_EVIDENCE, mxProves: false };
  expect(
    domainMail(
      after(
        [
          [0, no, yes],
          [48, no, yes],
        ],
        left,
      ),
    ),
  ).toEqual(NOTHING);
  const proven = after([[0, yes, yes]], left);
  expect(domainMail(proven)).toEqual(ALL);
  expect(
    domainMail(
      after(
        [
          [1, no, yes],
          [13, no, yes],
          [26, no, yes],
        ],
        proven,
      ),
    ),
  ).toEqual(ALL);
});

test('answers are wanted soon while an absence is counted, and not once it is certain [VER-06]', () => {
  const here: Answered = [0, no, yes];
  const away = [1, 13, 25].map((hours): Answered => [hours, no, no]);
  expect([0, 1, 2, 3].map((count) => isAbsenceCounted(after([here, ...away.slice(0, count)])))).toEqual([
    ...[false, true, true, false],
  ]);
});

test('only the four reserved top-level domains are taken as proven, and only where that is said', () => {
  const names = ['bakery.example', 'a.b.test', 'x.localhost', 'gone.invalid'];
  expect(names.map((name) => isUnder(RESERVED_TOP_LEVEL_DOMAINS, name))).toEqual([true, true, true, true]);
  const others = ['example.com', 'test.org', 'bakery.testing', 'test', 'example.net', 'mytest', 'bakery.com'];
  for (const name of others) expect(isUnder(RESERVED_TOP_LEVEL_DOMAINS, name), name).toBe(false);
  expect(isUnder([], 'bakery.example')).toBe(false);
});

test('below another domain an MX record proves nothing, until ownership was proven once [VER-01]', () => {
  const step = (before: MailEvidence, hours: number, ownership: RecordAnswer) =>
    evidenceAfter(before, { ownership, mx: yes, mayMxProve: false }, hours * HOUR);
  const first = step(NO_MAIL_EVIDENCE, 0, no);
  expect(domainMail(first)).toEqual(NOTHING);
  expect(domainMail(step(first, 1, silent))).toEqual(NOTHING);
  const proven = step(first, 2, yes);
  expect(domainMail(proven)).toEqual(ALL);
  expect(domainMail([3, 15, 28].reduce((evidence, hours) => step(evidence, hours, no), proven))).toEqual(ALL);
});
