import { isRecipientAddress, normaliseEmailAddress } from '@postern/domain/addresses';
import { Banner } from '@postern/ui/feedback/banner';
import { Button } from '@postern/ui/buttons/button';
import { Field } from '@postern/ui/forms/field';
import { Modal } from '@postern/ui/overlays/modal';
import { TextInput } from '@postern/ui/forms/text-input';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { rememberForVisit } from '../../lib/store/visit-memory.ts';
import { InstructionLinks } from './instruction-links.tsx';
import { createInstructionLinkMutation, instructionLinksQuery } from './queries.ts';

/** What was typed outlives a session that ends before it is sent. */
const left = rememberForVisit('');

/** Hands the instructions on to whoever manages the domain: by mail, or as a link to copy. */
export function ShareInstructionsModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const links = useQuery({ ...instructionLinksQuery(bundleId), enabled: open });
  const [typed, setTyped] = useState(left.read);
  const [sentTo, setSentTo] = useState('');
  const [isRefused, setRefused] = useState(false);
  const create = createInstructionLinkMutation(bundleId);
  function type(address: string) {
    setTyped(address);
    left.write(address);
  }
  const send = useSingleCall(create, ({ link }) => {
    setSentTo(link.sentTo ?? '');
    type('');
  });
  const copy = useSingleCall(create, () => {});
  const to = normaliseEmailAddress(typed);
  function submit(event: FormEvent) {
    event.preventDefault();
    setRefused(!isRecipientAddress(to));
    if (isRecipientAddress(to)) send.run({ sendTo: to });
  }
  const error = send.error ?? copy.error ?? links.error;
  return (
    <Modal
      open={open}
      onClose={onClose}
      width={560}
      title={t('domainInstructions.share.title')}
      description={t('domainInstructions.share.text', { domain })}
      closeLabel={t('app.close')}
    >
      <form onSubmit={submit} noValidate>
        <Field
          label={t('domainInstructions.share.to')}
          hint={
            <span role="status" className={sentTo ? 'text-good' : undefined}>
              {sentTo ? t('domainInstructions.share.sent', { email: sentTo }) : t('domainInstructions.share.hint')}
            </span>
          }
          error={isRefused && t('domainInstructions.share.invalid')}
        >
          <div className="flex gap-2.5">
            <TextInput
              type="email"
              inputMode="email"
              autoComplete="off"
              maxLength={320}
              value={typed}
              onChange={(event) => {
                type(event.target.value);
                setRefused(false);
              }}
            />
            <Button type="submit" pending={send.pending} className="flex-none">
              {t('domainInstructions.share.send')}
            </Button>
          </div>
        </Field>
      </form>
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
    </Modal>
  );
}
