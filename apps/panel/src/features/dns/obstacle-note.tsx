import { Banner } from '@postern/ui/banner';
import { Button } from '@postern/ui/button';
import { useText } from '../../lib/i18n/texts.ts';
import { obstacleText } from './problem-text.ts';
import type { DnsRecordView } from './queries.ts';
import { emptyValue, partsOf, type RecordValues, valuesOf } from './record-values.ts';
import type { Obstacle } from './server-refusal.ts';
import { SpfMerge } from './spf-merge.tsx';

type Next = { recordId: string | null; values: RecordValues };
type Props = {
  obstacle: Obstacle;
  records: readonly DnsRecordView[];
  domain: string;
  values: RecordValues;
  onGoOn: (next: Next) => void;
};

/** What keeps the record from being saved, and the way that leads on. Nothing that was typed is lost on it. */
export function ObstacleNote({ obstacle, records, domain, values, onGoOn }: Props) {
  const t = useText();
  const { code, attrs } = obstacle;
  const other = records.find(({ recordId }) => recordId === attrs['recordId']);
  if (code === 'SPF_EXISTS' && other) {
    const takeJoined = (text: string) =>
      onGoOn({
        recordId: other.recordId,
        values: { ...valuesOf(other), values: [{ ...emptyValue(), ...partsOf('TXT', text) }] },
      });
    return <SpfMerge there={other.values[0] ?? ''} typed={values.values} onTake={takeJoined} />;
  }
  const next = nextFor(code, other, values);
  return (
    <div data-obstacle>
      <Banner
        kind="warn"
        live
        action={
          next && (
            <Button kind="quiet" size="s" onClick={() => onGoOn(next)}>
              {t(code === 'RECORD_NOT_FOUND' ? 'dns.obstacle.addAsNew' : 'dns.obstacle.edit')}
            </Button>
          )
        }
      >
        {obstacleText(obstacle, domain, t)}
      </Banner>
    </div>
  );
}

/** The record that is there, with what was typed beside what it holds; a second alias takes the place of the first. */
function nextFor(code: Obstacle['code'], other: DnsRecordView | undefined, values: RecordValues): Next | null {
  if (code === 'RECORD_NOT_FOUND') return { recordId: null, values };
  if (!other) return null;
  const there = valuesOf(other);
  if (code !== 'RECORD_TYPE_EXISTS') return { recordId: other.recordId, values: there };
  const typed = values.values.filter(({ text }) => text.trim() !== '');
  const both = other.type === 'CNAME' ? typed : [...there.values, ...typed];
  return { recordId: other.recordId, values: { ...there, values: both } };
}
