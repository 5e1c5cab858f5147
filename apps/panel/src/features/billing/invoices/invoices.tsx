import type { OutputOf } from '@postern/contract/operation';
import { invoicePdf, invoiceXml, type listInvoices } from '@postern/contract/invoices';
import { Button } from '@postern/ui/buttons/button';
import { StatusDot } from '@postern/ui/feedback/status-dot';
import { Card } from '@postern/ui/layout/card';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSingleCall } from '../../../lib/forms/use-single-call.ts';
import { downloadFile } from '../../../lib/http/download-file.ts';
import { errorText } from '../../../lib/http/error-text.ts';
import { hasCode } from '../../../lib/http/api-error.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { ReadFailed } from '../../../lib/loading/read-failed.tsx';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { invoicesQuery } from '../queries.ts';

type Invoice = OutputOf<typeof listInvoices>['invoices'][number];

/** What was paid so far, with the papers for it. `firstOn`: the day of the next charge, named while there is no invoice. */
export function Invoices({ firstOn }: { firstOn: string | null }) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const read = useInfiniteQuery(invoicesQuery(bundleId));
  const invoices = read.data?.pages.flatMap((page) => page.invoices) ?? [];
  async function showMore() {
    const { error } = await read.fetchNextPage();
    if (error) showToast(errorText(error, t), { kind: 'error' });
  }
  const none =
    firstOn === null ? t('billing.invoices.none') : t('billing.invoices.first', { date: format.date(firstOn, 'long') });
  return (
    <section aria-labelledby="invoices" className="mt-9">
      <h2 id="invoices" className="mb-2.5">
        {t('billing.invoices.title')}
      </h2>
      {read.error && !read.data && <ReadFailed title={t('billing.invoices.failed')} read={read} />}
      {read.data && (
        <Card>
          {invoices.length === 0 && <p className="px-5 py-4 text-2nd max-phone:px-4">{none}</p>}
          {invoices.length > 0 && (
            <ul>
              {invoices.map((invoice) => (
                <InvoiceItem key={invoice.invoiceId} invoice={invoice} />
              ))}
            </ul>
          )}
        </Card>
      )}
      {read.hasNextPage && (
        <Button kind="quiet" className="mt-4" pending={read.isFetchingNextPage} onClick={() => void showMore()}>
          {t('billing.invoices.more')}
        </Button>
      )}
    </section>
  );
}

function InvoiceItem({ invoice }: { invoice: Invoice }) {
  const t = useText();
  const format = useFormat();
  const { kind, number, correctsNumber = '', issuedOn, currency, total } = invoice;
  const isNote = kind === 'credit-note';
  const charges = invoice.lines.filter((line) => line.kind === 'charge');
  // How many tells the mailboxes of a first purchase from those that were bought later.
  const charged = charges.map((line) => t('billing.next.line', { name: line.text, count: line.quantity }));
  const title = isNote ? <NoteTitle number={correctsNumber} /> : format.list([...new Set(charged)]);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 border-b border-line px-5 py-3.5 last:border-b-0 max-phone:px-4 phone:grid-cols-[minmax(0,1fr)_8rem_5.5rem_auto]">
      <div className="min-w-0">
        <p className="font-strong break-words">{title}</p>
        <p className="text-small whitespace-nowrap text-2nd">{number}</p>
      </div>
      <span className="num text-end phone:order-1">{format.money(total, currency)}</span>
      <span className="flex flex-wrap gap-x-2.5 text-label phone:block">
        <span className="block text-small whitespace-nowrap text-2nd">{format.date(issuedOn, 'long')}</span>
        <Outcome invoice={invoice} />
      </span>
      <span className="flex justify-end gap-4 phone:order-2">
        <Download invoice={invoice} form="pdf" />
        <Download invoice={invoice} form="xml" />
      </span>
      {invoice.refundFailed === true && (
        <p className="col-span-full text-small phone:order-3">
          {t('billing.invoices.stillOwed', { amount: format.money(Math.abs(total), currency) })}
        </p>
      )}
    </li>
  );
}

/** The number of the corrected invoice stays in one piece. */
function NoteTitle({ number }: { number: string }) {
  const t = useText();
  const [before, after] = t('billing.invoices.note', { number }).split(number);
  return (
    <>
      {before}
      <span className="whitespace-nowrap">{number}</span>
      {after}
    </>
  );
}

/** Where the money went. */
function Outcome({ invoice }: { invoice: Invoice }) {
  const t = useText();
  if (invoice.refundFailed === true) return <StatusDot kind="bad">{t('billing.invoices.refundFailed')}</StatusDot>;
  if (invoice.kind === 'credit-note')
    return <span>{t(invoice.paid < 0 ? 'billing.invoices.refunded' : 'billing.invoices.kept')}</span>;
  return (
    <StatusDot kind={invoice.status === 'paid' ? 'good' : 'off'}>
      {t(`billing.invoices.is.${invoice.status}`)}
    </StatusDot>
  );
}

const FORMS = { pdf: invoicePdf, xml: invoiceXml };

/** A file of an invoice. The e-invoice isn't there for each: a seller without an address can't send one. */
function Download({ invoice, form }: { invoice: Invoice; form: keyof typeof FORMS }) {
  const t = useText();
  const { invoiceId, number } = invoice;
  const change = {
    mutationFn: () => downloadFile(FORMS[form], { invoiceId }, `${number}.${form}`),
    onError: (error: Error) => {
      const isMissing = form === 'xml' && hasCode(error, 'NOT_FOUND');
      showToast(isMissing ? t('billing.invoices.noXml') : errorText(error, t), { kind: 'error' });
    },
  };
  const { run, pending } = useSingleCall<void, void>(change, () => {});
  return (
    <Button
      kind="link"
      pending={pending}
      aria-label={t(`billing.invoices.${form}Of`, { number })}
      onClick={() => run()}
    >
      {t(`billing.invoices.${form}`)}
    </Button>
  );
}
