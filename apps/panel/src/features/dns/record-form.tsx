import { RECORD_TYPES } from '@postern/domain/dns';
import { Button } from '@postern/ui/button';
import { Field } from '@postern/ui/field';
import { IconButton } from '@postern/ui/icon-button';
import { Select } from '@postern/ui/select';
import { TextInput } from '@postern/ui/text-input';
import { Plus, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { problemText } from './problem-text.ts';
import { emptyValue, type RecordValues, type ValueParts } from './record-values.ts';
import type { useRecordForm } from './use-record-form.ts';
import { ValueFields } from './value-fields.tsx';

type Props = {
  id: string;
  domain: string;
  form: ReturnType<typeof useRecordForm>;
  onSubmit: () => void;
  /** What stands in the way, under the fields. */
  children: ReactNode;
};

/** Type, name, values and how long they hold. Spec 2 §5, DNS record. */
export function RecordForm({ id, domain, form, onSubmit, children }: Props) {
  const t = useText();
  const element = useRef<HTMLFormElement>(null);
  const { values, problems } = form;
  const { type } = values;
  const isAlone = type === 'CNAME';

  function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = form.send();
    if (wrong === null) return onSubmit();
    const name = wrong === 'values' ? 'value' : wrong;
    const place = wrong === 'obstacle' ? '[data-obstacle] button' : `[name="${name}"]`;
    // It stands there once what was sent is drawn.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>(place)?.focus());
  }
  const changeValue = (place: number, changes: Partial<ValueParts>) =>
    form.change({ values: values.values.map((each, at) => (at === place ? { ...each, ...changes } : each)) });
  const errorAt = (place: number) => {
    const problem = problems.values;
    return problem && (problem.place ?? values.values.length - 1) === place ? problemText(problem, t) : undefined;
  };
  return (
    <form id={id} ref={element} onSubmit={submit} noValidate className="grid gap-5">
      <Field label={t('dns.form.type')} nativeLabel={false}>
        <Select
          items={RECORD_TYPES.map((each) => ({ value: each, label: `${each} · ${t(`dns.type.${each}`)}` }))}
          value={type}
          onValueChange={(next: RecordValues['type']) =>
            form.change({ type: next, ...(next === 'CNAME' ? { values: values.values.slice(0, 1) } : {}) })
          }
        />
      </Field>
      <Field
        label={t('dns.form.host')}
        optionalText={type === 'SRV' ? undefined : t('dns.form.optional')}
        hint={t(type === 'SRV' ? 'dns.form.hostHintSrv' : 'dns.form.hostHint', { domain })}
        error={problemText(problems.host, t)}
      >
        <TextInput
          name="host"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={type === 'SRV' ? '_sip._tcp' : '@'}
          className="font-mono placeholder:font-mono"
          value={values.host}
          onChange={(event) => form.change({ host: event.target.value })}
          onBlur={() => values.host !== '' && form.touch('host')}
          suffix={<span className="max-w-[45vw] truncate phone:max-w-70">.{domain}</span>}
        />
      </Field>
      {values.values.map((value, place) => (
        <div key={value.key} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <ValueFields
              type={type}
              value={value}
              error={errorAt(place)}
              onChange={(changes) => changeValue(place, changes)}
              onTouch={() => form.touch('values')}
            />
          </div>
          {values.values.length > 1 && (
            <IconButton
              label={t('dns.form.removeValue', { place: place + 1 })}
              className="mt-7 flex-none"
              onClick={() => form.change({ values: values.values.filter((each) => each !== value) })}
            >
              <X size={18} strokeWidth={1.75} />
            </IconButton>
          )}
        </div>
      ))}
      {!isAlone && (
        <div className="-mt-1">
          <Button
            kind="link"
            icon={<Plus size={16} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() =>
              form.change({ values: [...values.values, emptyValue(String(10 * (values.values.length + 1)))] })
            }
          >
            {t(`dns.form.addValue.${type}`)}
          </Button>
        </div>
      )}
      <Field label={t('dns.form.ttl')} hint={t('dns.form.ttlHint')} error={problemText(problems.ttl, t)}>
        <TextInput
          name="ttl"
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          value={values.ttl}
          onChange={(event) => form.change({ ttl: event.target.value })}
          onBlur={() => form.touch('ttl')}
          suffix={t('dns.form.seconds')}
        />
      </Field>
      {children}
    </form>
  );
}
