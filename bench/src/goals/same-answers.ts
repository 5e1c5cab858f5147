import { isDeepStrictEqual } from 'node:util';
import { SIZES, searchTerms } from '../servers/people.ts';
import { type BenchContext, LIST } from './context.ts';

/** A comparison is only fair if both do the same work, so both must give the same answers, row for row. */
export async function checkSameAnswers({ postern, bare, postfixAdmin }: BenchContext): Promise<void> {
  const queries = ['', ...searchTerms().map((term) => `?q=${encodeURIComponent(term)}`)];
  for (const size of SIZES) {
    for (const query of queries) {
      const [ours, theirs] = await Promise.all(
        [postern, bare].map(async ({ baseUrl }) => {
          const answer = await fetch(`${baseUrl}${LIST}${query}`, { headers: postern.headersOf[size] });
          return (await answer.json()) as { accounts: unknown[] };
        }),
      );
      if (!isDeepStrictEqual(ours, theirs))
        throw new Error(`Different answers to ${LIST}${query} of ${size} mailboxes.`);
      if (query === '' && ours?.accounts.length !== 100) throw new Error(`No full page of ${size} mailboxes.`);
    }
    const page = await postfixAdmin.readPage({ size, pageSize: 100 });
    const rows = page.match(/edit[.]php[?]table=mailbox&amp;edit=/g)?.length ?? 0;
    if (rows < 100) throw new Error(`PostfixAdmin shows ${rows} of 100 mailboxes.`);
  }
}
