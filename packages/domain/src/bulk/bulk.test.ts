import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkNewMailboxes,
  previewBulkAction,
  readNewMailboxes,
  renderTable,
  type SelectedMailbox,
  suggestAddress,
} from './index.ts';
import { parseTable } from './parse-table.ts';

const DOMAIN = 'bluebottle.test';
const cellsOf = (text: string) => parseTable(text).map(({ cells }) => cells);

describe('pasted tables', () => {
  test.each<[string, string, string[][]]>([
    [
      'commas',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'semicolons, as a German spreadsheet writes',
      'a;b,c\nd;e',
      [
        ['a', 'b,c'],
        ['d', 'e'],
      ],
    ],
    [
      'tabs, as copied cells are',
      'a\tb;c,d\ne\tf',
      [
        ['a', 'b;c,d'],
        ['e', 'f'],
      ],
    ],
    ['every line end', 'a\r\nb\rc\nd', [['a'], ['b'], ['c'], ['d']]],
    ['a byte order mark', '\ufeffa,b', [['a', 'b']]],
    ['spaces around cells', ' a , "b" ,c', [['a', 'b', 'c']]],
    [
      'quoted delimiters, marks and line ends',
      '"a,""b""\nc",d\ne,f',
      [
        ['a,"b"\nc', 'd'],
        ['e', 'f'],
      ],
    ],
    [
      'empty lines and empty rows',
      '\n\na,b\n , \n\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a mark inside a cell', 'a "b" c,d', [['a "b" c', 'd']]],
    ['nothing', '', []],
  ])('%s are read [MBX-02]', (_, text, rows) => {
    expect(cellsOf(text)).toEqual(rows);
  });

  test('a row knows the line where it begins, even after a cell with several lines [MBX-02]', () => {
    expect(parseTable('a\n\n"b\nb",c\r\nd').map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  test('a quotation mark that is never closed spoils its own row and no other [MBX-02]', () => {
    expect(parseTable('a,b\nc,"d\ne,f')).toEqual([
      { line: 1, cells: ['a', 'b'], isOpen: false },
      { line: 2, cells: ['c', '"d'], isOpen: true },
      { line: 3, cells: ['e', 'f'], isOpen: false },
    ]);
  });

  test('what is written is read back, whatever the cells contain [MBX-02]', () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '\n', '\r\n', ' ', '@', '\u{1f469}') })
      .map((text) => text.trim())
      .filter((text) => !/^[\t\r]|(^|[;\t\r\n])[=+@-]/.test(text));
    // The first line decides which separator counts, so there it must be unambiguous.
    const rows = fc.array(
      fc.tuple(cell, cell).filter(([one, other]) => one + other !== ''),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(rows, (some) => {
        const table = [['email', 'name'], ...some];
        expect(cellsOf(renderTable(table))).toEqual(table);
      }),
    );
  });

  test('no cell that is written is taken for a formula [MBX-02]', () => {
    for (const text of ['=1+1', '+49', '@SUM(A1)', '-2+3', '\t=1', '\r=1', '＝1+1', '＋49', '＠SUM(A1)', '－2+3'])
      expect(renderTable([[text]]).replace(/^"/, '')).toMatch(/^'/);
    // A spreadsheet of a country with decimal commas begins a new cell at a semicolon.
    expect(renderTable([["x;=cmd|' /C calc'!A0;y"]])).toBe(`"x;'=cmd|' /C calc'!A0;y"\r\n`);
  });

  test('hostile texts of tens of thousands of characters are read at once [MBX-02]', () => {
    const units = ['"', '""', '",', '"\n', '"""\n', ',', '\n', ';"', 'a,"', ' "', '\r'];
    for (const one of units) {
      for (const other of units) parseTable(one.repeat(8_000) + other.repeat(8_000));
    }
  });
});

describe('new mailboxes from a text', () => {
  const addressesOf = (text: string) =>
    checkNewMailboxes(readNewMailboxes(text).mailboxes, DOMAIN).map(({ outcome }) =>
      outcome.ok ? outcome.value.address : outcome.code,
    );

  test('without a heading the columns have the order of the template [MBX-02]', () => {
    const { mailboxes } = readNewMailboxes(`anna@${DOMAIN},Anna Berg,anna@home.test,yes,Quiet-harbour-7!`);
    expect(checkNewMailboxes(mailboxes, DOMAIN)[0]?.outcome).toEqual({
      ok: true,
      value: {
        address: `anna@${DOMAIN}`,
        displayName: 'Anna Berg',
        alternateEmail: 'anna@home.test',
        isAdmin: true,
        password: 'Quiet-harbour-7!',
      },
    });
  });

  test('a heading finds the columns in any order and language, and unknown columns are reported [MBX-02]', () => {
    const text = 'Abteilung;Passwort;E-Mail-Adresse;Anzeigename\nKüche;;Anna;Anna Berg';
    const { mailboxes, ignoredColumns } = readNewMailboxes(text);
    expect(ignoredColumns).toEqual(['Abteilung']);
    expect(mailboxes).toEqual([
      { row: 2, email: 'Anna', displayName: 'Anna Berg', alternateEmail: '', admin: '', password: '' },
    ]);
  });

  test.each([
    ['E-mail ; Nome ; E-mail alternativo ; Administrador ; Senha', 'sim'],
    ['メールアドレス,名前,再設定用メールアドレス,管理者,パスワード', 'はい'],
    ['邮箱地址，姓名，备用邮箱，管理员，密码', '是'],
    ['E-posta;Ad;Yedek e-posta;Yönetici;Parola', 'EVET'],
    ['El. paštas\tVardas\tAtsarginis el. paštas\tAdministratorius\tSlaptažodis', 'taip'],
  ])('the table under %s is read in its language, with its separator [MBX-02] [BRD-03]', (heading, yes) => {
    const separator = /[;,，\t]/.exec(heading)?.[0] ?? '';
    const { mailboxes, ignoredColumns } = readNewMailboxes(`${heading}\n${['anna', 'A', '', yes, ''].join(separator)}`);
    expect(ignoredColumns).toEqual([]);
    expect(checkNewMailboxes(mailboxes, DOMAIN)[0]?.outcome).toMatchObject({
      ok: true,
      value: { address: `anna@${DOMAIN}`, displayName: 'A', isAdmin: true },
    });
  });

  test('a user name alone stands for the address, in lower case [MBX-02]', () => {
    expect(addressesOf('Anna\nbert@BlueBottle.test')).toEqual([`anna@${DOMAIN}`, `bert@${DOMAIN}`]);
  });

  test.each([
    ['anna@else.test', 'OTHER_DOMAIN'],
    ['an na', 'USER_NAME_CHARACTERS'],
    ['anna+x', 'USER_NAME_HAS_PLUS'],
    ['.anna', 'USER_NAME_DOTS'],
    ['a'.repeat(65), 'USER_NAME_TOO_LONG'],
    [`@${DOMAIN}`, 'USER_NAME_REQUIRED'],
    [',Anna', 'USER_NAME_REQUIRED'],
    ['paypal', 'TOP_BRAND'],
    [`anna,${'x'.repeat(201)}`, 'NAME_TOO_LONG'],
    ['anna,A\u0007', 'NAME_INVALID'],
    ['anna,A\u0085B', 'NAME_INVALID'],
    ['anna,A,nowhere', 'ALTERNATE_EMAIL_INVALID'],
    [`anna,A,anna@${DOMAIN}`, 'ALTERNATE_EMAIL_INVALID'],
    ['anna,A,,maybe', 'ADMIN_UNCLEAR'],
    ['anna,A,,,short1!', 'PASSWORD_TOO_SHORT'],
    ['anna,A,,,Password1!', 'PASSWORD_TOO_COMMON'],
    ['anna,A,,,Quiet-harbour-7!,more', 'TOO_MANY_CELLS'],
    ['anna,"A', 'QUOTE_NOT_CLOSED'],
  ])('the row %s is refused as %s [MBX-02]', (text, code) => {
    expect(addressesOf(text)).toEqual([code]);
  });

  test('of rows with the same address the first is kept, and the others point to it [MBX-02]', () => {
    const [first, second] = checkNewMailboxes(readNewMailboxes(`anna\nANNA@${DOMAIN}`).mailboxes, DOMAIN);
    expect(first?.outcome.ok).toBe(true);
    expect(second).toMatchObject({ row: 2, outcome: { code: 'DUPLICATE_ROW', attrs: { firstRow: 1 } } });
  });

  test('whatever is pasted, each accepted row is an address of the domain, and no address comes twice [MBX-02]', () => {
    const piece = fc.constantFrom(
      'anna',
      'Bert',
      '@',
      DOMAIN,
      '@else.test',
      ',',
      ';',
      '\t',
      '\n',
      '"',
      ' ',
      '.',
      '+',
      'ä',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const checked = checkNewMailboxes(readNewMailboxes(pieces.join('')).mailboxes, DOMAIN);
        const accepted = checked.flatMap(({ outcome }) => (outcome.ok ? [outcome.value.address] : []));
        for (const address of accepted) expect(address).toMatch(/^[a-z0-9_-][a-z0-9._-]*@bluebottle\.test$/);
        expect(new Set(accepted).size).toBe(accepted.length);
      }),
    );
  });
});

describe('the preview of an action on many mailboxes', () => {
  const one = (more: Partial<SelectedMailbox> = {}): SelectedMailbox => ({
    isAdmin: false,
    isSuspended: false,
    alternateEmail: null,
    isOwn: false,
    ...more,
  });

  test('a mailbox without an alternate email gets no link, and one that does not exist gets nothing [MBX-06]', () => {
    const rows = [one(), one({ alternateEmail: 'a@home.test' }), null];
    expect(previewBulkAction('resetPassword', rows, { activeAdmins: 1, mailboxes: 3 })).toEqual([
      { ok: false, code: 'NO_ALTERNATE_EMAIL' },
      { ok: true, effect: 'resetPassword' },
      { ok: false, code: 'NOT_FOUND' },
    ]);
  });

  test('nobody suspends or deletes the mailbox they are signed in with [MBX-04] [MBX-05]', () => {
    for (const action of ['suspend', 'delete'] as const)
      expect(previewBulkAction(action, [one({ isOwn: true })], { activeAdmins: 2, mailboxes: 5 })).toEqual([
        { ok: false, code: 'OWN_MAILBOX' },
      ]);
  });

  test('an action that changes nothing says so [MBX-04] [MBX-05]', () => {
    const counts = { activeAdmins: 1, mailboxes: 2 };
    expect(previewBulkAction('suspend', [one({ isSuspended: true })], counts)).toEqual([{ ok: true, effect: 'none' }]);
    expect(previewBulkAction('unsuspend', [one()], counts)).toEqual([{ ok: true, effect: 'none' }]);
  });

  test('a domain whose admins are all suspended keeps its last mailbox [MBX-04]', () => {
    const rows = [one({ isSuspended: true }), one({ isSuspended: true })];
    expect(previewBulkAction('delete', rows, { activeAdmins: 0, mailboxes: 2 })).toEqual([
      { ok: true, effect: 'delete' },
      { ok: false, code: 'LAST_ACCOUNT' },
    ]);
  });

  test('whichever mailboxes are chosen, an active admin remains, and after a deletion a mailbox [MBX-04] [MBX-05] [MBX-07]', () => {
    const row = fc.record({
      isAdmin: fc.boolean(),
      isSuspended: fc.boolean(),
      alternateEmail: fc.constant(null),
      isOwn: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 12 }),
        fc.nat(3),
        fc.nat(3),
        fc.constantFrom('suspend' as const, 'delete' as const),
        (rows, otherAdmins, others, action) => {
          const isActive = (each: SelectedMailbox) => each.isAdmin && !each.isSuspended;
          const before = {
            activeAdmins: rows.filter(isActive).length + otherAdmins,
            mailboxes: rows.length + otherAdmins + others,
          };
          const foreseen = previewBulkAction(action, rows, before);
          const done = rows.filter((_, place) => foreseen[place]?.ok);
          const adminsLeft = before.activeAdmins - done.filter(isActive).length;
          const mailboxesLeft = before.mailboxes - (action === 'delete' ? done.length : 0);
          expect(adminsLeft).toBeGreaterThanOrEqual(Math.min(1, before.activeAdmins));
          expect(mailboxesLeft).toBeGreaterThanOrEqual(Math.min(1, before.mailboxes));
        },
      ),
    );
  });
});

test('a refused address gets the likely meant one as a suggestion, if that could be a mailbox [MBX-02]', () => {
  const suggested = (written: string) => suggestAddress(written, 'bluebottle.test');
  expect(suggested('dora@bluebottel.test')).toBe('dora@bluebottle.test');
  expect(suggested('Jürgen.Groß')).toBe('juergen.gross@bluebottle.test');
  expect(suggested('agnieszka wiśniewska@bluebottle.test')).toBe('agnieszka.wisniewska@bluebottle.test');
  expect(suggested('bo+news')).toBe('bo@bluebottle.test');
  expect(suggested('.ann..lee.')).toBe('ann.lee@bluebottle.test');
  expect([suggested('orders'), suggested('orders@bluebottle.test'), suggested('李@x.test'), suggested('')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
