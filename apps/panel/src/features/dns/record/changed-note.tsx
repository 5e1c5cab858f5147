import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { NoteInView } from '../../../lib/forms/note-in-view.tsx';
import { useText } from '../../../lib/i18n/texts.ts';
import type { DnsRecordView } from '../queries.ts';

type Props = { record: DnsRecordView; onTake: () => void };

/** Shown when someone else has saved the record meanwhile: their version, before it is overwritten. */
export function ChangedNote({ record, onTake }: Props) {
  const t = useText();
  return (
    <NoteInView news={record}>
      <Banner
        kind="warn"
        live
        title={t('dns.changed.title')}
        action={
          <Button kind="quiet" size="s" onClick={onTake}>
            {t('dns.changed.take')}
          </Button>
        }
      >
        <ul className="grid gap-1 font-mono text-small text-text">
          {record.values.map((value) => (
            <li key={value} className="line-clamp-2 wrap-anywhere">
              {value}
            </li>
          ))}
        </ul>
        <p className="mt-1.5">{t('dns.changed.text')}</p>
      </Banner>
    </NoteInView>
  );
}
