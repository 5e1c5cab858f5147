import { describe, expect, test } from 'vitest';
import { WALK_DNS } from './testing/walk-samples.ts';
import { walkStub } from './testing/walk-stub.ts';

const walk = (text: string, silent?: string[]) => walkStub(text, WALK_DNS, silent).walk;
const faults = (text: string) =>
  walk(text).faults.map(({ code, attrs }) => `${code} ${'term' in attrs ? attrs.term : attrs.voids}`);

describe('the lookups of a record and of what it includes', () => {
  test('are counted for each term of the record, with everything that it leads to [VER-04]', () => {
    expect(walk('v=spf1 ip4:192.0.2.9 a include:i3.test exists:%{i}.l.test ptr -all')).toEqual({
      ...{ lookups: 10, maximum: 10, voids: 1, faults: [], unanswered: [] },
      parts: [
        { term: 'a', lookups: 1, isWhole: true },
        { term: 'include:i3.test', lookups: 7, isWhole: true },
        { term: 'exists:%{i}.l.test', lookups: 1, isWhole: true },
        { term: 'ptr', lookups: 1, isWhole: true },
      ],
    });
    // Terms after an `all`, or after a term that matches everyone, are never reached.
    expect(walk('v=spf1 a -all include:i3.test redirect=i1.test').lookups).toBe(1);
    expect(walk('v=spf1 include:i6.test include:i3.test -all').lookups).toBe(2);
    expect(walk('v=spf1 exists:both.test include:i3.test -all').lookups).toBe(1);
    expect(walk('v=spf1 redirect=i4.test a').parts.map(({ term }) => term)).toEqual(['a', 'redirect=i4.test']);
  });

  test.each([
    ['v=spf1 include:i3.test a a:both.test mx -all', []],
    ['v=spf1 include:i3.test a a:both.test mx redirect=i1.test', ['SPF_WALK_TOO_MANY_LOOKUPS redirect=i1.test']],
    ['v=spf1 include:i3.test include:i3.test mx -all', ['SPF_WALK_TOO_MANY_LOOKUPS include:i3.test']],
    ['v=spf1 a include:i7.test -all', ['SPF_WALK_LOOP include:i7.test']],
    ['v=spf1 include:d.test -all', ['SPF_WALK_LOOP include:d.test']],
    ['v=spf1 mx:ten.test -all', []],
    ['v=spf1 mx:eleven.test -all', ['SPF_WALK_TOO_MANY_MX mx:eleven.test']],
    ['v=spf1 mx:null.test -all', []],
    ['v=spf1 mx:half.test -all', []],
    ['v=spf1 mx:half.test a:gone.test -all', ['SPF_WALK_TOO_MANY_VOIDS 3']],
    ['v=spf1 include:itwo.test -all', ['SPF_WALK_TWO_RECORDS include:itwo.test']],
    ['v=spf1 include:inone.test -all', ['SPF_WALK_NO_RECORD include:inone.test']],
    ['v=spf1 redirect=gone.test', ['SPF_WALK_NO_RECORD redirect=gone.test']],
    ['v=spf1 include:ibad.test a:gone.test -all', ['SPF_WALK_INVALID include:ibad.test']],
    [`v=spf1 include:${'x'.repeat(64)}.test -all`, [`SPF_WALK_NO_RECORD include:${'x'.repeat(64)}.test`]],
    [`v=spf1 ${`a:${'x'.repeat(64)}.test `.repeat(3)}-all`, []],
  ])('%s: %j [VER-04]', (text, found) => {
    expect(faults(text)).toEqual(found);
  });

  test('name the places at fault, so that a person can fix them [VER-04]', () => {
    expect(walk('v=spf1 include:ibad.test a:gone.test mx:gone.test').faults).toEqual([
      { code: 'SPF_WALK_INVALID', attrs: { term: 'include:ibad.test', name: 'ibad.test', word: 'ipv4:192.0.2.1' } },
    ]);
    expect(walk('v=spf1 mx:half.test a:gone.test').faults).toEqual([
      {
        code: 'SPF_WALK_TOO_MANY_VOIDS',
        attrs: { voids: 3, maximum: 2, names: 'gone1.test, gone2.test, gone.test' },
      },
    ]);
  });

  test('that get no answer are neither void nor a fault, and the count is marked as incomplete [VER-04] [VER-06]', () => {
    expect(
      walk('v=spf1 include:i2.test a:gone.test include:i1.test mx -all', ['i1.test', 'gone.test', 'm1.test']),
    ).toEqual({
      ...{ lookups: 7, maximum: 10, voids: 0, faults: [], unanswered: ['i1.test', 'm1.test', 'gone.test'] },
      parts: [
        { term: 'include:i2.test', lookups: 4, isWhole: false },
        { term: 'a:gone.test', lookups: 1, isWhole: false },
        { term: 'include:i1.test', lookups: 1, isWhole: true },
        { term: 'mx', lookups: 1, isWhole: true },
      ],
    });
  });

  test('are made record by record, each once, and no more often than receivers make them [VER-04]', () => {
    const further = Array.from({ length: 9 }, (_, place) => `include:i1.test a:n${place}.test`).join(' ');
    const { asked, walk: walked } = walkStub(
      `v=spf1 include:i2.test a:v6.test a:both.test a:both.test ${further} -all`,
      {
        ...WALK_DNS,
        'v6.test': { aaaa: ['2001:db8::6'] },
      },
    );
    expect(asked[0]?.map(({ name, type }) => `${type} ${name}`)).toEqual([
      ...['TXT i2.test', 'A v6.test', 'A both.test', 'TXT i1.test', 'A n0.test', 'A n1.test', 'A n2.test'],
    ]);
    expect(asked.flat().filter(({ type, name }) => type === 'AAAA' && !name.startsWith('n'))).toEqual([
      { name: 'v6.test', type: 'AAAA' },
    ]);
    expect(walked).toMatchObject({ lookups: 11, voids: 1 });
    expect(walked.parts.at(-1)).toEqual({ term: 'a:n1.test', lookups: 0, isWhole: false });
  });
});
