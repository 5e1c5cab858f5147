import { foldForSearch } from '@postern/domain/mailboxes';
import type { ReactNode } from 'react';

/** A text with what was typed in the accent colour. A text whose folding has another length is shown as it is. */
export function matchedText(text: string, words: readonly string[]): ReactNode {
  const folded = foldForSearch(text);
  const [word] = words.filter((each) => folded.includes(each));
  if (word === undefined || folded.length !== text.length) return text;
  const start = folded.indexOf(word);
  const end = start + word.length;
  return (
    <>
      {text.slice(0, start)}
      <span className="text-accent-text">{text.slice(start, end)}</span>
      {text.slice(end)}
    </>
  );
}
