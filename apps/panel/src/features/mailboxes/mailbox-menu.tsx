import type { MailAccount } from '@postern/contract/mailboxes';
import { IconButton } from '@postern/ui/icon-button';
import type { MenuEntry } from '@postern/ui/menu';
import { Copy, Ellipsis, Mail } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { usePartner } from '../../lib/partner.ts';
import { showToast } from '../../lib/toasts.ts';
import { usePart } from '../../lib/use-part.ts';

const loadMenu = () => import('@postern/ui/menu');

/** What can be done with one mailbox. */
export function MailboxMenu({ mailbox }: { mailbox: MailAccount }) {
  const t = useText();
  const { webmail } = usePartner().urls;
  const { email } = mailbox;
  async function copyAddress() {
    try {
      await navigator.clipboard.writeText(email);
      showToast(t('mailboxes.menu.copied', { email }), { kind: 'success' });
    } catch {
      showToast(t('mailboxes.menu.unableCopy', { email }), { kind: 'error' });
    }
  }
  const open: MenuEntry[] = webmail
    ? [{ id: 'webmail', label: t('mailboxes.menu.webmail'), icon: <Mail />, href: webmail, newTab: true }]
    : [];
  const copy: MenuEntry = {
    id: 'copy',
    label: t('mailboxes.menu.copy'),
    icon: <Copy />,
    onSelect: () => void copyAddress(),
  };
  return <MenuButton label={t('mailboxes.menu.label', { email })} items={[...open, copy]} />;
}

/** The rows don't wait for what opens under their buttons: a press before it came opens it as soon as it is there. */
function MenuButton({ label, items }: { label: string; items: MenuEntry[] }) {
  const [isOpen, setOpen] = useState(false);
  const menu = usePart(loadMenu, isOpen ? 'now' : 'soon');
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // The button is another element then: who stood on it stays there.
  useLayoutEffect(() => {
    if (menu && hadFocus.current) button.current?.focus();
  }, [menu]);
  const dots = <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />;
  if (!menu) {
    return (
      <IconButton
        label={label}
        aria-haspopup="menu"
        aria-expanded="false"
        onFocus={() => {
          hadFocus.current = true;
        }}
        onBlur={() => {
          hadFocus.current = false;
        }}
        onClick={() => setOpen(true)}
      >
        {dots}
      </IconButton>
    );
  }
  const trigger = (
    <IconButton ref={button} label={label}>
      {dots}
    </IconButton>
  );
  return <menu.Menu open={isOpen} onOpenChange={setOpen} trigger={trigger} items={items} />;
}
