import { type DnsRecord, recordConsequence } from '@postern/domain/dns';
import { useState } from 'react';
import { DangerQuestion } from '../../../lib/forms/danger-question.tsx';
import { useText } from '../../../lib/i18n/texts.ts';

type Asked = { record: DnsRecord; onYes: () => void };

/**
 * Asks before saving a record that hardly anyone wants: no mail for a name, or everyone sending in its name. A record that did
 * the same before is saved at once.
 */
export function useConsequenceQuestion(domain: string) {
  const t = useText();
  // Keeps its text while it closes.
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setOpen] = useState(false);
  function ask(record: DnsRecord, before: Pick<DnsRecord, 'type' | 'values'> | null, onYes: () => void) {
    const consequence = recordConsequence(record);
    if (consequence === null || (before && recordConsequence(before) === consequence)) return onYes();
    setAsked({ record, onYes });
    setOpen(true);
  }
  const consequence = asked && recordConsequence(asked.record);
  const host = asked?.record.host ?? '@';
  const name = host === '@' ? domain : `${host}.${domain}`;
  const dialog = asked && consequence && (
    <DangerQuestion
      open={isOpen}
      onClose={() => setOpen(false)}
      onConfirm={() => {
        setOpen(false);
        asked.onYes();
      }}
      pending={false}
      title={t(`dns.ask.${consequence}.title`, { name })}
      confirm={t(`dns.ask.${consequence}.confirm`)}
    >
      {t(`dns.ask.${consequence}.text`, { name })}
    </DangerQuestion>
  );
  return { ask, isOpen, dialog };
}
