import { currencySymbol, SUPPORTED_CURRENCIES } from '@postern/domain/money';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-panel.tsx';
import { useFormat } from './format.ts';

function Prices() {
  const { money } = useFormat();
  return SUPPORTED_CURRENCIES.map((currency) => (
    <p key={currency}>{`${currency} is ${money(-1234.5, currency).replaceAll('\u00a0', ' ')}`}</p>
  ));
}

test('each of the seven currencies is shown with the symbol that the rules give it [BRD-04]', async () => {
  await renderScreen(<Prices />);
  for (const currency of SUPPORTED_CURRENCIES)
    await expect
      .element(page.getByText(new RegExp(`^${currency} is −`)))
      .toMatchTextContent(new RegExp(`− ?${currencySymbol(currency).replace('$', '\\$')} ?1,234\\.50$`));
});
