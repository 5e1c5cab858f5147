import { Button } from '@postern/ui/buttons/button';
import { IconButton } from '@postern/ui/buttons/icon-button';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import { problemText } from './problem-text.ts';
import { emptyValue, type ValueParts } from './record-values.ts';
import type { RecordFormState } from './use-record-form.ts';
import { ValueFields } from './value-fields.tsx';

/** All values of a record, and a button to add one if the type allows more. */
export function ValueList({ form }: { form: RecordFormState }) {
  const t = useText();
  const list = useRef<HTMLDivElement>(null);
  const { type, values } = form.values;
  const change = (next: ValueParts[]) => form.change({ values: next });
  const errorAt = (place: number) => {
    const problem = form.problem('values');
    return problem && (problem.place ?? values.length - 1) === place ? problemText(problem, t) : undefined;
  };
  const lastOf = (what: string) => [...(list.current?.querySelectorAll<HTMLElement>(what) ?? [])].at(-1);
  function add() {
    change([...values, emptyValue(String(10 * (values.length + 1)))]);
    requestAnimationFrame(() => lastOf('[name="value"]')?.focus());
  }
  function remove(value: ValueParts) {
    // Before the focused element is removed.
    lastOf('[data-kind="link"]')?.focus();
    change(values.filter((each) => each !== value));
  }
  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {values.map((value, place) => (
        <div key={value.key} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <ValueFields
              type={type}
              value={value}
              place={place}
              error={errorAt(place)}
              onChange={(changes) => change(values.map((each) => (each === value ? { ...each, ...changes } : each)))}
              onTouch={() => form.leave('values')}
            />
          </div>
          {values.length > 1 && (
            <IconButton
              label={t('dns.form.removeValue', { place: place + 1 })}
              className="mt-7 flex-none"
              onClick={() => remove(value)}
            >
              <X size={18} strokeWidth={1.75} />
            </IconButton>
          )}
        </div>
      ))}
      {type !== 'CNAME' && (
        <div className="-mt-1">
          <Button kind="link" icon={<Plus size={16} strokeWidth={1.75} aria-hidden="true" />} onClick={add}>
            {t(`dns.form.addValue.${type}`)}
          </Button>
        </div>
      )}
    </div>
  );
}
