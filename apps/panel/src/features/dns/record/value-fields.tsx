import type { RecordType } from '@postern/domain/dns';
import { Field } from '@postern/ui/forms/field';
import { Select } from '@postern/ui/forms/select';
import { TextArea } from '@postern/ui/forms/text-area';
import { TextInput } from '@postern/ui/forms/text-input';
import type { ReactNode } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import { pastedParts, type ValueParts } from './record-values.ts';

type Props = {
  type: RecordType;
  value: ValueParts;
  /** The index among the record's values. */
  place: number;
  error: ReactNode;
  onChange: (changes: Partial<ValueParts>) => void;
  onTouch: () => void;
};

const EXAMPLES: Record<RecordType, string> = {
  A: '192.0.2.10',
  AAAA: '2001:db8::10',
  CNAME: 'shop.example.com',
  MX: 'mx1.example.com',
  TXT: '',
  SRV: 'sip.example.com',
  CAA: 'letsencrypt.org',
  NS: 'ns1.example.com',
};
const TAGS = ['issue', 'issuewild', 'iodef'] as const;

/** The parts of a value of this type, each in its own field. Spec 2 §5. */
export function ValueFields({ type, value, place, error, onChange, onTouch }: Props) {
  const t = useText();
  /** Numbers the fields of further values. */
  const named = (label: string) => (place === 0 ? label : `${label} ${place + 1}`);
  const number = (name: 'priority' | 'weight' | 'port', hint?: string) => (
    <Field label={named(t(`dns.value.${name}`))} hint={hint} className="w-24 flex-none">
      <TextInput
        name={name}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={value[name]}
        onChange={(event) => onChange({ [name]: event.target.value.replace(/\D/g, '') })}
        onBlur={() => value.text !== '' && onTouch()}
      />
    </Field>
  );
  const input = {
    name: 'value',
    value: value.text,
    onBlur: () => value.text !== '' && onTouch(),
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    placeholder: EXAMPLES[type],
    className: 'font-mono placeholder:font-mono',
  };
  const field = (
    <Field
      label={named(t(`dns.value.of.${type}`))}
      hint={t(`dns.value.hint.${type}`)}
      error={error}
      className="min-w-[min(100%,14rem)] flex-1"
    >
      {type === 'TXT' ? (
        <TextArea {...input} onChange={(event) => onChange({ text: event.target.value })} />
      ) : (
        <TextInput {...input} onChange={(event) => onChange(pastedParts(type, event.target.value))} />
      )}
    </Field>
  );
  if (type === 'MX') {
    return (
      <div className="flex flex-wrap gap-3">
        {number('priority')}
        {field}
      </div>
    );
  }
  if (type === 'SRV') {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap gap-3">
          {number('port')}
          {number('priority')}
          {number('weight')}
        </div>
        {field}
      </div>
    );
  }
  if (type !== 'CAA') return field;
  const tags = TAGS.map((tag) => ({ value: tag as string, label: t(`dns.value.tag.${tag}`) }));
  const isKnown = tags.some((each) => each.value === value.tag);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Field label={named(t('dns.value.tag'))} nativeLabel={false}>
        <Select
          items={isKnown ? tags : [...tags, { value: value.tag, label: value.tag }]}
          value={value.tag}
          onValueChange={(tag) => onChange({ tag })}
        />
      </Field>
      {field}
    </div>
  );
}
