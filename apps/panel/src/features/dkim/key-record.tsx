import { TTL_DEFAULT_SECONDS } from '@postern/domain/dns';
import { CopyButton } from '@postern/ui/buttons/copy-button';
import { useRef } from 'react';
import { useText } from '../../lib/i18n/texts.ts';

/** `of`: the key of the record, for screen readers. */
type Props = { record: { host: string; value: string }; of: string };

/** The TXT record of a key, one line per part, with copy buttons. */
export function KeyRecord({ record: { host, value }, of }: Props) {
  const t = useText();
  return (
    <dl className="my-3 divide-y divide-line overflow-clip rounded-md border border-line">
      <Part name={t('dkim.record.type')} text="TXT" />
      <Part name={t('dkim.record.host')} text={host} of={of} />
      <Part name={t('dkim.record.value')} text={value} of={of} />
      <Part name={t('dkim.record.ttl')} text={String(TTL_DEFAULT_SECONDS)} />
    </dl>
  );
}

/** `of`: the key of the record; only for parts that can be copied. */
function Part({ name, text, of }: { name: string; text: string; of?: string }) {
  const t = useText();
  const source = useRef<HTMLSpanElement>(null);
  return (
    <div className="flex">
      <dt className="w-24 flex-none bg-sunken px-3.5 py-2.5 text-label text-2nd max-phone:w-19 max-phone:px-3">
        {name}
      </dt>
      <dd className="flex min-w-0 flex-1 items-start gap-x-3 gap-y-1.5 px-3.5 py-2.5 max-phone:flex-col max-phone:px-3">
        <span ref={source} className="min-w-0 flex-1 font-mono text-small wrap-anywhere">
          {text}
        </span>
        {of !== undefined && (
          <CopyButton
            text={text}
            source={source}
            subject={t('dkim.record.copyOf', { part: name, selector: of })}
            idleLabel={t('dkim.record.copy')}
            copiedLabel={t('dkim.record.copied')}
            failedLabel={t('dkim.record.copyFailed')}
            className="flex-none"
          />
        )}
      </dd>
    </div>
  );
}
