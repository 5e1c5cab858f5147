import { renderTable } from '@postern/domain/bulk';
import { Button } from '@postern/ui/buttons/button';
import { Field } from '@postern/ui/forms/field';
import { TextArea } from '@postern/ui/forms/text-area';
import { Download, FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { saveTextFile } from './save-text-file.ts';

type Props = {
  text: string;
  onText: (text: string) => void;
  error: string | undefined;
  disabled: boolean;
  label: string;
  hint: string;
  placeholder: string;
  /** A file to fill in: its name, its headings and a line that shows what they mean. */
  template: { name: string; table: readonly (readonly string[])[] };
};

/** A field for a list that is typed, pasted, dropped or read from a file. */
export function ListField({ text, onText, error, disabled, label, hint, placeholder, template }: Props) {
  const t = useText();
  const file = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [unreadable, setUnreadable] = useState(false);

  async function read(chosen: File | undefined) {
    if (!chosen) return;
    try {
      onText(await readText(chosen));
      setUnreadable(false);
    } catch {
      setUnreadable(true);
    }
  }
  function drop(event: DragEvent) {
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (!dropped) return;
    event.preventDefault();
    void read(dropped);
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <Field label={label} hint={hint} error={unreadable ? t('bulk.create.unreadable') : error}>
        <TextArea
          rows={10}
          value={text}
          disabled={disabled}
          onChange={(event) => onText(event.target.value)}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="off"
          // An example that is longer than the field is wide can be read to its end.
          wrap={text === '' ? 'soft' : 'off'}
          data-over={isOver || undefined}
          className="font-mono text-small data-over:bg-accent-soft"
        />
      </Field>
      <div className="flex flex-wrap gap-2.5">
        <input
          ref={file}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          hidden
          aria-label={t('bulk.create.file')}
          onChange={(event) => {
            void read(event.target.files?.[0]);
            // So that the same file can be chosen again after a change.
            event.target.value = '';
          }}
        />
        <Button
          kind="quiet"
          size="s"
          disabled={disabled}
          icon={<FileUp size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => file.current?.click()}
        >
          {t('bulk.create.file')}
        </Button>
        <Button
          kind="quiet"
          size="s"
          icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => saveTextFile(template.name, renderTable(template.table))}
        >
          {t('bulk.create.template')}
        </Button>
      </div>
    </div>
  );
}

/** In UTF-8, or as older spreadsheets on Windows write it. */
async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
