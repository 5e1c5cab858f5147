import { readZoneLines } from '@postern/domain/dns';
import { type ClipboardEvent, useState } from 'react';
import { type RecordValues, withPasted } from './record-values.ts';

/** A whole line of a zone file, pasted into the name or a value, fills all fields that it contains. */
export function usePastedLine(domain: string, values: RecordValues, onFill: (values: RecordValues) => void) {
  const [isFilledIn, setFilledIn] = useState(false);
  function paste(event: ClipboardEvent<HTMLFormElement>) {
    const field = event.target;
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    if (field.name !== 'host' && field.name !== 'value') return;
    // Pasted into the middle of a text, it stays as it was copied.
    if (field.selectionStart !== 0 || field.selectionEnd !== field.value.length) return;
    const written = readZoneLines(event.clipboardData.getData('text'), domain);
    const form = event.currentTarget;
    const place = [...form.querySelectorAll('[name="value"]')].indexOf(field);
    const next = written && withPasted(values, Math.max(0, place), written);
    if (!next) return;
    event.preventDefault();
    // Another type may replace this field, so the name gets the focus, which is worth checking first.
    form.querySelector<HTMLElement>('[name="host"]')?.focus();
    onFill(next);
    setFilledIn(true);
  }
  return { isFilledIn, paste };
}
