import { Fragment, type ReactNode } from 'react';

const TAG = /<(\w+)>(.*?)<\/\1>/g;

/** A whole sentence with links or emphasis inside: `<RichText text={t('…')} parts={{ link: (words) => <a …>{words}</a> }} />`. */
export function RichText({ text, parts }: { text: string; parts: Record<string, (words: string) => ReactNode> }) {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(TAG)) {
    const [whole, name = '', words = ''] = match;
    pieces.push(text.slice(end, match.index), <Fragment key={match.index}>{parts[name]?.(words) ?? words}</Fragment>);
    end = match.index + whole.length;
  }
  pieces.push(text.slice(end));
  return <>{pieces}</>;
}
