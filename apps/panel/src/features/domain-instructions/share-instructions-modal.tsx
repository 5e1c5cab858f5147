import { isRecipientAddress, normaliseEmailAddress } from '@postern/domain/addresses';
import { Button } from '@postern/ui/buttons/button';
import { Banner } from '@postern/ui/feedback/banner';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { GuardedModal } from '../../lib/forms/guarded-modal.tsx';
import { MailToForm } from '../../lib/forms/mail-to-form.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { rememberForVisit } from '../../lib/store/visit-memory.ts';
import { InstructionLinks } from './instruction-links.tsx';
import { createInstructionLinkMutation, instructionLinksQuery } from './queries.ts';

/** The typed address survives a session that ends before it is sent. */
const left = rememberForVisit('');

/** Shares the instructions with the person who manages the domain's DNS: by mail, or as a link to copy. */
export function ShareInstructionsModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const links = useQuery({ ...instructionLinksQuery(bundleId), enabled: open });
  const [sent, setSent] = useState({ to: '', count: 0 });
  const create = createInstructionLinkMutation(bundleId);
  const send = useSingleCall(create, ({ link }) => {
    left.write('');
    setSent(({ count }) => ({ to: link.sentTo ?? '', count: count + 1 }));
  });
  const copy = useSingleCall(create, () => {});
  const error = send.error ?? copy.error ?? links.error;
  return (
    <GuardedModal
      open={open}
      onClose={onClose}
      width={560}
      title={t('domainInstructions.share.title')}
      description={t('domainInstructions.share.text', { domain })}
    >
      <SendLine sent={sent} pending={send.pending} onSend={(sendTo) => send.run({ sendTo })} />
      {error && (
        <Banner kind="bad" live className="mt-4">
          {errorText(error, t)}
        </Banner>
      )}
      <div className="mt-6 flex items-center justify-between gap-3">
        <h2 className="text-body!">{t('domainInstructions.share.links')}</h2>
        <Button kind="quiet" size="s" pending={copy.pending} onClick={() => copy.run({})}>
          {t('domainInstructions.share.create')}
        </Button>
      </div>
      <InstructionLinks links={links.data?.links ?? []} isLoading={links.isPending} />
    </GuardedModal>
  );
}

type LineProps = { sent: { to: string; count: number }; pending: boolean; onSend: (address: string) => void };

function SendLine({ sent, pending, onSend }: LineProps) {
  const t = useText();
  const form = useForm({
    initial: () => ({ to: left.read() }),
    check: ({ to }) => ({ to: !isRecipientAddress(normaliseEmailAddress(to)) }),
    submit: ({ to }) => onSend(normaliseEmailAddress(to)),
  });
  const { to } = form.values;
  useEffect(() => left.write(to), [to]);
  const clear = useEffectEvent(() => form.restart({ to: '' }));
  useEffect(() => {
    if (sent.count > 0) clear();
  }, [sent.count]);
  return (
    <MailToForm
      form={form}
      input={form.text('to')}
      label={t('domainInstructions.share.to')}
      hint={t('domainInstructions.share.hint')}
      sent={sent.to ? t('domainInstructions.share.sent', { email: sent.to }) : null}
      error={form.problem('to') && t('domainInstructions.share.invalid')}
    >
      <Button type="submit" pending={pending} className="flex-none">
        {t('domainInstructions.share.send')}
      </Button>
    </MailToForm>
  );
}
