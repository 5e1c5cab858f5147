import { Key } from '@postern/ui/overlays/command-dialog';
import { Modal } from '@postern/ui/overlays/modal';
import { useLocale, useText } from '../../lib/i18n/texts.ts';
import { commandKey } from './palette-state.ts';

type Props = { open: boolean; onClose: () => void };

/** Which keys do what. */
export function Shortcuts({ open, onClose }: Props) {
  const t = useText();
  const rows: [keys: string[], text: string][] = [
    [[commandKey(useLocale()), 'K'], t('shell.shortcuts.palette')],
    [['/'], t('shell.shortcuts.search')],
    [['↑', '↓'], t('shell.shortcuts.rows')],
    [['←', '→'], t('shell.shortcuts.inRow')],
    [[t('shell.shortcuts.space')], t('shell.shortcuts.select')],
    [['Esc'], t('shell.shortcuts.escape')],
    [['?'], t('shell.shortcuts.help')],
  ];
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('shell.shortcuts.title')}
      closeLabel={t('shell.shortcuts.close')}
      width={460}
    >
      <dl className="grid gap-3">
        {rows.map(([keys, text]) => (
          <div key={text} className="flex items-center justify-between gap-4">
            <dt>{text}</dt>
            <dd className="flex flex-none gap-1.5">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
