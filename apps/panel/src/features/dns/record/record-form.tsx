import { showNames } from '@postern/domain/addresses';
import { RECORD_TYPES } from '@postern/domain/dns';
import { Field } from '@postern/ui/forms/field';
import { Select } from '@postern/ui/forms/select';
import { TextInput } from '@postern/ui/forms/text-input';
import type { ReactNode } from 'react';
import { mayInVisitWith } from '@postern/domain/support-visits';
import { useMay } from '../../../lib/access/use-may.ts';
import { Form } from '../../../lib/forms/form.tsx';
import { useText } from '../../../lib/i18n/texts.ts';
import { problemText } from './problem-text.ts';
import { type RecordValues, withoutBlanks } from './record-values.ts';
import { usePastedLine } from './use-pasted-line.ts';
import type { RecordFormState } from './use-record-form.ts';
import { ValueList } from './value-list.tsx';

type Props = {
  id: string;
  domain: string;
  form: RecordFormState;
  /** The conflict, shown under the fields. */
  children: ReactNode;
};

/** Type, name, values and TTL. Spec 2 §5, DNS record. */
export function RecordForm({ id, domain, form, children }: Props) {
  const t = useText();
  const may = useMay();
  const { values } = form;
  const { type } = values;
  const { isFilledIn, paste } = usePastedLine(domain, values, form.change);

  return (
    <Form form={form} id={id} onPaste={paste} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Field label={t('dns.form.type')} nativeLabel={false}>
        <Select
          items={RECORD_TYPES.filter(
            (type) => may('deleteDnsRecord') || mayInVisitWith('upsertDnsRecord', { type }),
          ).map((each) => ({ value: each, label: `${each} · ${t(`dns.type.${each}`)}` }))}
          value={type}
          onValueChange={(next: RecordValues['type']) =>
            form.change({ type: next, ...(next === 'CNAME' ? { values: withoutBlanks(values.values) } : {}) })
          }
        />
      </Field>
      <Field
        label={t('dns.form.host')}
        optionalText={type === 'SRV' ? undefined : t('dns.form.optional')}
        hint={t(type === 'SRV' ? 'dns.form.hostHintSrv' : 'dns.form.hostHint', { domain })}
        error={problemText(form.problem('host'), t)}
      >
        <TextInput
          {...form.text('host')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={type === 'SRV' ? '_sip._tcp' : '@'}
          className="font-mono placeholder:font-mono"
          onBlur={() => values.host !== '' && form.leave('host')}
          suffix={<span className="max-w-[45vw] truncate phone:max-w-70">.{showNames(domain)}</span>}
        />
      </Field>
      <ValueList form={form} />
      <div>
        <Field label={t('dns.form.ttl')} hint={t('dns.form.ttlHint')} error={problemText(form.problem('ttl'), t)}>
          <TextInput
            {...form.text('ttl')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            suffix={t('dns.form.seconds')}
          />
        </Field>
        <p role="status" className="text-small text-2nd not-empty:mt-4">
          {isFilledIn && t('dns.form.filledIn')}
        </p>
      </div>
      {children}
    </Form>
  );
}
