import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { invoice } from '../tables.ts';
import { drawEnd, drawInvoice } from './draw-invoice.ts';
import { paperLocale } from './fonts.ts';
import { Sheet } from './sheet.ts';
import { wordsFor } from './texts.ts';

/** The name that Factur-X gives the file inside. */
const XML_NAME = 'factur-x.xml';

/**
 * An invoice as PDF/A-3, with its e-invoice inside (Factur-X, profile EN 16931) where there is one. The same row gives the same bytes: all
 * dates are the invoice's.
 */
export async function makePdf(row: typeof invoice.$inferSelect, xml: string | null): Promise<Buffer> {
  const locale = paperLocale(row.content.locale);
  const words = wordsFor(locale);
  const at = row.issuedAt;
  const doc = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: locale,
    font: undefined as never,
    info: {
      Title: `${row.kind === 'invoice' ? words.invoice : words.creditNote} ${row.number}`,
      Creator: 'Postern',
      Producer: 'Postern',
      CreationDate: at,
      ModDate: at,
    },
  });
  const file = buffer(doc);
  const sheet = new Sheet(doc, row.content.locale);
  const pages = drawInvoice(sheet, row, locale);
  for (let page = 0; page < pages; page += 1) {
    doc.switchToPage(page);
    drawEnd(sheet, row, { page: page + 1, pages, locale });
  }
  if (xml !== null) {
    doc.file(Buffer.from(xml), {
      ...{ name: XML_NAME, type: 'text/xml', creationDate: at, modifiedDate: at },
      ...{ relationship: 'Alternative', description: 'Factur-X (EN 16931)' },
    } as never);
    (doc as unknown as { appendXML: (part: string) => void }).appendXML(FACTUR_X);
  }
  doc.end();
  return file;
}

/** What tells a reader that a Factur-X file is inside: the properties, and the schema that PDF/A wants for properties of its own. */
const FACTUR_X = `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>fx</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>
${[
  ['DocumentFileName', 'The name of the embedded XML document'],
  ['DocumentType', 'The type of the hybrid document'],
  ['Version', 'The version of the standard'],
  ['ConformanceLevel', 'The profile of the embedded XML document'],
]
  .map(
    ([name, about]) => `      <rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>
        <pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>
        <pdfaProperty:description>${about}</pdfaProperty:description></rdf:li>`,
  )
  .join('\n')}
    </rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>${XML_NAME}</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version>
  <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>`;
