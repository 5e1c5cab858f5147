import { explainSpf, parseSpf, type SpfExplanation, spfWarnings } from '@postern/domain/spf';
import { StatusIcon } from '@postern/ui/status-icon';
import { Tag, type TagKind } from '@postern/ui/tag';
import { type Text, useText } from '../../lib/i18n/texts.ts';

const KINDS = { pass: 'good', fail: 'bad', softfail: 'warn', neutral: 'neutral' } as const satisfies Record<
  string,
  TagKind
>;

/** What a record says, term by term, for a reader who knows no SPF; then what is unwise in it. */
export function SpfExplained({ text, domain }: { text: string; domain: string }) {
  const t = useText();
  const parsed = parseSpf(text);
  if (!parsed.ok) {
    const term = 'term' in parsed.attrs ? parsed.attrs.term : text;
    return <p className="prose-width text-2nd wrap-anywhere">{t('emailReputation.spf.unreadable', { term })}</p>;
  }
  const terms = explainSpf(parsed.value);
  const warnings = spfWarnings(parsed.value);
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
              <span className="block font-mono text-small text-2nd wrap-anywhere">{term.term}</span>
            </span>
            {term.result !== null && (
              <Tag kind={KINDS[term.result]}>{t(`emailReputation.spf.result.${term.result}`)}</Tag>
            )}
          </li>
        ))}
      </ul>
      {warnings.length > 0 && (
        <ul className="mt-3 grid gap-2 text-label">
          {warnings.map(({ code, attrs }) => (
            <li key={`${code} ${'term' in attrs ? attrs.term : ''}`} className="flex gap-2.5">
              <StatusIcon kind="warn" size={18} className="mt-0.5 flex-none text-warn" />
              <span className="prose-width wrap-anywhere">{t(`emailReputation.spf.warn.${code}`, { ...attrs })}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A term may stand twice. */
const numbered = (terms: readonly SpfExplanation[]) =>
  terms.map((term, place) => ({ term, key: `${place} ${term.term}` }));

/** Whom a term speaks of. A name of its own is said, else the domain's. */
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

/** How much beside the address itself counts; empty where nothing does. */
function networkOf(term: SpfExplanation): string {
  if ('prefix' in term) return `/${term.prefix}`;
  if (!('ip4Prefix' in term)) return '';
  const prefixes = [term.ip4Prefix, term.ip6Prefix].filter((prefix) => prefix !== null);
  return prefixes.map((prefix) => `/${prefix}`).join(', ');
}
