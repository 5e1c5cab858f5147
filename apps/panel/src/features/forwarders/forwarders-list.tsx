import { List, ListItem } from '@postern/ui/list-item';
import { useText } from '../../lib/i18n/texts.ts';
import { ForwarderMenu } from './forwarder-menu.tsx';
import { RecipientNames } from './recipient-names.tsx';
import type { RowsProps } from './rows-props.ts';

/** The forwarders on a narrow screen: two lines each. */
export function ForwardersList({ forwarders, onOpen, rows, container }: RowsProps) {
  const t = useText();
  return (
    <List
      ref={container}
      aria-label={t('forwarders.list.label')}
      style={{ paddingTop: rows.before, paddingBottom: rows.after }}
    >
      {rows.indexes.map((index) => {
        const forwarder = forwarders[index];
        return (
          forwarder && (
            <ListItem
              key={forwarder.forwarderId}
              title={forwarder.email}
              meta={<RecipientNames recipients={forwarder.recipients} shown={1} short />}
              trailing={<ForwarderMenu forwarder={forwarder} onOpen={onOpen} />}
            />
          )
        );
      })}
    </List>
  );
}
