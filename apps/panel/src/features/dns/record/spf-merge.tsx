import { explainSpf, mergeSpf, parseSpf, renderSpf } from '@postern/domain/spf';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { useText } from '../../../lib/i18n/texts.ts';
import { joinProblem, meaningOf } from './spf-text.ts';

type Props = { there: string; typed: readonly string[]; onTake: (joined: string) => void };

/** A domain has one SPF record, so this shows the existing one, the typed one, and both merged. Spec 2 §5. */
export function SpfMerge({ there, typed, onTake }: Props) {
  const t = useText();
  const parts = [there, ...typed].map((text) => parseSpf(text));
  const records = parts.flatMap((part) => (part.ok ? [part.value] : []));
  const merged = records.length === parts.length ? mergeSpf(records) : null;
  if (!merged?.ok) {
    return (
      <Banner kind="warn" live title={t('dns.spf.title')}>
        {merged ? joinProblem(merged, t) : t('dns.spf.unreadable')}
      </Banner>
    );
  }
  const joined = renderSpf(merged.value.record);
  const known = new Set(there.split(' '));
  return (
    <section aria-labelledby="spf-merge" className="rounded-md border border-line p-4">
      <h3 id="spf-merge" className="text-body! font-strong!">
        {t('dns.spf.title')}
      </h3>
      <p role="status" className="mt-1 text-label text-2nd">
        {t('dns.spf.text')}
      </p>
      <dl className="mt-3 grid gap-2.5 text-small">
        <div>
          <dt className="text-3rd">{t('dns.spf.before')}</dt>
          <dd className="font-mono wrap-anywhere">{there}</dd>
        </div>
        <div>
          <dt className="text-3rd">{t('dns.spf.after')}</dt>
          <dd className="font-mono wrap-anywhere">
            {joined
              .split(' ')
              .map((word, place) => [place > 0 && ' ', known.has(word) ? word : <ins key={word}>{word}</ins>])}
          </dd>
        </div>
      </dl>
      <p className="mt-3 text-small text-3rd">{t('dns.spf.means')}</p>
      <ul className="mt-1 grid list-disc gap-1 ps-5 text-small text-2nd">
        {explainSpf(merged.value.record).map((each) => (
          <li key={each.term}>{meaningOf(each, t)}</li>
        ))}
      </ul>
      <Button kind="quiet" size="s" className="mt-4" onClick={() => onTake(joined)}>
        {t('dns.spf.take')}
      </Button>
    </section>
  );
}
