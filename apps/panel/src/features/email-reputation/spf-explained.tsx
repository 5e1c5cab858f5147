import { explainSpf, parseSpf, type SpfExplanation, spfWarnings } from '@postern/domain/spf';
import { StatusIcon } from '@postern/ui/feedback/status-icon';
import { Tag, type TagKind } from '@postern/ui/layout/tag';
import { type Text, useText } from '../../lib/i18n/texts.ts';
import { SpfLookups, type SpfWalk } from './spf-lookups.tsx';

const KINDS = { pass: 'good', fail: 'bad', softfail: 'warn', neutral: 'neutral' } as const satisfies Record<
  string,
  TagKind
>;

/** `walk`: all DNS lookups of the record; null if they haven't been followed. */
type Props = { text: string; domain: string; walk: SpfWalk | null };

/** Explains a record term by term in plain words, then its DNS lookups, then what is unwise in it. */
export function SpfExplained({ text, domain, walk }: Props) {
  const t = useText();
  const parsed = parseSpf(text);
  if (!parsed.ok) {
    const term = 'term' in parsed.attrs ? parsed.attrs.term : text;
    return <p className="prose-width text-2nd wrap-anywhere">{t('emailReputation.spf.unreadable', { term })}</p>;
  }
  const terms = explainSpf(parsed.value);
  // After following the record, its lookups are known better than from the record alone.
  const own = spfWarnings(parsed.value).filter(({ code }) => walk === null || code !== 'SPF_TOO_MANY_LOOKUPS');
  const warnings = new Map([...(walk?.faults ?? []), ...own].map((each) => [JSON.stringify(each), each]));
  return (
    <div>
      <h3 className="text-label!">{t('emailReputation.spf.says')}</h3>
      <ul
        aria-label={t('emailReputation.spf.says')}
        className="mt-2 divide-y divide-line rounded-md border border-line"
      >
        {numbered(terms).map(({ term, key }) => (
          <li key={key} className="flex items-center gap-4 px-3.5 py-2.5">
            <span className="min-w-0 flex-1">
              <span className="block wrap-anywhere">{whoText(term, domain, t)}</span>
              <span className="block text-small text-2nd wrap-anywhere">
                <span className="font-mono">{term.term}</span>
                {asksText(term, walk, t)}
              </span>
            </span>
            {term.result !== null && (
              <Tag kind={KINDS[term.result]}>{t(`emailReputation.spf.result.${term.result}`)}</Tag>
            )}
          </li>
        ))}
      </ul>
      {walk && <SpfLookups walk={walk} />}
      {warnings.size > 0 && (
        <ul className="mt-3 grid gap-2 text-label">
          {[...warnings].map(([key, { code, attrs }]) => (
            <li key={key} className="flex gap-2.5">
              <StatusIcon kind="warn" size={18} className="mt-0.5 flex-none text-warn" />
              <span className="prose-width wrap-anywhere">{t(`emailReputation.spf.warn.${code}`, { ...attrs })}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The number of lookups of a term, with everything it includes. */
function asksText({ term }: SpfExplanation, walk: SpfWalk | null, t: Text): string | null {
  const part = walk?.parts.find((each) => each.term === term);
  if (!part || part.lookups === 0) return null;
  return ` · ${t('emailReputation.spf.asks', { lookups: part.lookups, isWhole: part.isWhole ? 'yes' : 'no' })}`;
}

/** A term may occur twice. */
const numbered = (terms: readonly SpfExplanation[]) =>
  terms.map((term, place) => ({ term, key: `${place} ${term.term}` }));

/** Whom a term is about: the name in it, else the domain. */
function whoText(term: SpfExplanation, domain: string, t: Text): string {
  const values = {
    domain,
    name: ('name' in term ? term.name : null) ?? domain,
    isMade: 'hasMacro' in term && term.hasMacro ? 'yes' : 'no',
    address: 'address' in term ? term.address : '',
    network: networkOf(term),
  };
  return t(`emailReputation.spf.who.${term.code}`, values);
}

/** The network's prefix length; empty if the term is about a single address. */
function networkOf(term: SpfExplanation): string {
  if ('prefix' in term) return `/${term.prefix}`;
  if (!('ip4Prefix' in term)) return '';
  const prefixes = [term.ip4Prefix, term.ip6Prefix].filter((prefix) => prefix !== null);
  return prefixes.map((prefix) => `/${prefix}`).join(', ');
}
