import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { useText } from '../../../lib/i18n/texts.ts';
import type { DnsRecordView } from '../queries.ts';
import { recordName } from '../record-words.tsx';
import { obstacleText } from './problem-text.ts';
import { emptyValue, isSameValue, partsOf, type RecordValues, type ValueParts, valuesOf } from './record-values.ts';
import type { Obstacle } from './server-refusal.ts';
import { SpfMerge } from './spf-merge.tsx';

type Next = { recordId: string | null; values: RecordValues };
type Props = {
  obstacle: Obstacle;
  records: readonly DnsRecordView[];
  /** The id of the edited record; null for a new one. */
  recordId: string | null;
  domain: string;
  values: RecordValues;
  /** The values in the rule's form. */
  typed: readonly string[];
  onGoOn: (next: Next) => void;
};

/** What prevents saving the record, and how to continue. Nothing that was typed is lost. */
export function ObstacleNote({ obstacle, records, recordId, domain, values, typed, onGoOn }: Props) {
  const t = useText();
  const { code, attrs } = obstacle;
  const other = records.find(({ recordId }) => recordId === attrs['recordId']);
  if (code === 'SPF_EXISTS' && other) {
    const takeJoined = (text: string) =>
      onGoOn({
        recordId: other.recordId,
        values: { ...valuesOf(other), values: [{ ...emptyValue(), ...partsOf('TXT', text) }] },
      });
    return <SpfMerge there={other.values[0] ?? ''} typed={typed} onTake={takeJoined} />;
  }
  const rival = recordId === null ? rivalOf(obstacle, records) : undefined;
  const next = rival ? { recordId: rival.recordId, values } : nextFor(code, other, values);
  const label = rival
    ? 'dns.obstacle.replace'
    : code === 'RECORD_NOT_FOUND'
      ? 'dns.obstacle.addAsNew'
      : 'dns.obstacle.edit';
  return (
    <Banner
      kind="warn"
      live
      action={
        next && (
          <Button kind="quiet" size="s" onClick={() => onGoOn(next)}>
            {t(label)}
          </Button>
        )
      }
    >
      {rival
        ? t('dns.obstacle.rival', { type: rival.type, name: recordName(rival.host, domain) })
        : obstacleText(obstacle, domain, t)}
    </Banner>
  );
}

/** The one existing record that the new one can replace, if they can't coexist. */
function rivalOf({ code, attrs }: Obstacle, records: readonly DnsRecordView[]): DnsRecordView | undefined {
  if (code === 'HOST_HAS_CNAME' || code === 'TEXT_STANDS_ALONE')
    return records.find(({ recordId }) => recordId === attrs['recordId']);
  const [first, ...more] = code === 'CNAME_NOT_ALONE' ? records.filter(({ host }) => host === attrs['host']) : [];
  return more.length === 0 ? first : undefined;
}

/** The existing record with the typed values added; a second alias replaces the first. */
function nextFor(code: Obstacle['code'], other: DnsRecordView | undefined, values: RecordValues): Next | null {
  if (code === 'RECORD_NOT_FOUND') return { recordId: null, values };
  if (!other) return null;
  const there = valuesOf(other);
  if (code !== 'RECORD_TYPE_EXISTS') return { recordId: other.recordId, values: there };
  const typed = values.values.filter(({ text }) => text.trim() !== '');
  const isNew = (value: ValueParts) => !there.values.some((each) => isSameValue(other.type, each, value));
  const both = other.type === 'CNAME' ? typed : [...there.values, ...typed.filter(isNew)];
  return { recordId: other.recordId, values: { ...there, values: both } };
}
