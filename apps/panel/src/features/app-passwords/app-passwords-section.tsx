import type { AppPassword } from '@postern/contract/app-passwords';
import { Button } from '@postern/ui/buttons/button';
import { IconButton } from '@postern/ui/buttons/icon-button';
import { Banner } from '@postern/ui/feedback/banner';
import { List, ListItem } from '@postern/ui/layout/list-item';
import { Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';

type Props = {
  appPasswords: readonly AppPassword[];
  /** The maximum number of app passwords. */
  limit: number;
  /** Whether a second factor is on, so that mail apps can't use the own password. */
  isRequired: boolean;
};

const loadCreate = () => import('./create-app-password-modal.tsx');
const loadDelete = () => import('./delete-app-password-dialog.tsx');

/** The passwords of mail apps: one for each app, deleted if its phone is lost. */
export function AppPasswordsSection({ appPasswords, limit, isRequired }: Props) {
  const t = useText();
  const isFull = appPasswords.length >= limit;
  return (
    <section aria-labelledby="app-passwords" className="mt-10">
      <h2 id="app-passwords">{t('appPasswords.list.title')}</h2>
      <p className="prose-width mt-1.5 text-pretty text-2nd">{t('appPasswords.list.text')}</p>
      {isRequired && appPasswords.length === 0 && (
        <Banner kind="warn" className="mt-4">
          {t('appPasswords.list.required')}
        </Banner>
      )}
      {appPasswords.length > 0 && <AppPasswordList appPasswords={appPasswords} />}
      <div className="mt-4">
        {isFull ? <p className="text-2nd">{t('appPasswords.list.full', { limit })}</p> : <Creating />}
      </div>
    </section>
  );
}

function AppPasswordList({ appPasswords }: Pick<Props, 'appPasswords'>) {
  const t = useText();
  const format = useFormat();
  const [chosen, setChosen] = useState<AppPassword | null>(null);
  const [isOpen, setOpen] = useState(false);
  const part = usePart(loadDelete, isOpen ? 'now' : 'soon');
  function ask(appPassword: AppPassword) {
    setChosen(appPassword);
    setOpen(true);
  }
  return (
    <>
      <List aria-label={t('appPasswords.list.title')} className="mt-4">
        {appPasswords.map((appPassword) => (
          <ListItem
            key={appPassword.id}
            leading={<Smartphone size={20} strokeWidth={1.75} aria-hidden="true" className="text-3rd" />}
            title={appPassword.name}
            meta={t('appPasswords.list.created', { date: format.date(appPassword.createdAt, 'long') })}
            trailing={
              <IconButton
                label={t('appPasswords.list.delete', { name: appPassword.name })}
                onClick={() => ask(appPassword)}
              >
                <Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />
              </IconButton>
            }
          />
        ))}
      </List>
      {part && chosen && (
        <part.DeleteAppPasswordDialog
          key={chosen.id}
          appPassword={chosen}
          open={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Creating() {
  const t = useText();
  const [turn, setTurn] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const part = usePart(loadCreate, isOpen ? 'now' : 'soon');
  function open() {
    setTurn(turn + 1);
    setOpen(true);
  }
  return (
    <>
      <Button kind="quiet" onClick={open}>
        {t('appPasswords.list.create')}
      </Button>
      {part && <part.CreateAppPasswordModal key={turn} open={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
