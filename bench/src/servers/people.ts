/** The domains in both panels, by their number of mailboxes. */
export const SIZES = [100, 10_000, 100_000] as const;
export type Size = (typeof SIZES)[number];

export const domainOf = (size: Size): string => `size-${size}.example`;

const FIRST =
  'ada anna bert carla chen dev elif emil fatima franz grace hana henk ines ivan jana jun kofi lara leo lin lucia maja marc mei mila nadia nils nora olga omar paul pia rosa ruth sara sven tara tom zoe'.split(
    ' ',
  );
const LAST =
  'abara adler aguilar baptiste bauer becker berger bergmann castellanos chandra costa dahl dietrich duarte eriksen farkas fischer fontaine garcia greco haddad hansen hoffmann huber ibsen ivanova jansen kaya keller kowalski kruger larsen lehmann lindqvist maas martin meyer moreau nakamura novak oberhuber okafor papadaki patel petrov quist romero rossi santos schubert'.split(
    ' ',
  );

const array = (names: string[]) => `(array[${names.map((name) => `'${name}'`).join(',')}])`;

/** SQL for the people of a domain: number, local part and name, in no alphabetical order, as people join in any order. */
export const peopleSql = (size: Size): string => `
  select number, first || '.' || last || number as local_part, initcap(first) || ' ' || initcap(last) as name
  from (
    select number, ${array(FIRST)}[1 + (number * 7) % ${FIRST.length}] as first, ${array(LAST)}[1 + (number / ${FIRST.length} * 13) % ${LAST.length}] as last
    from generate_series(1, ${size}) as number
  ) as people`;

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Typical search terms: a name that a few people have, and the whole local part of one address. */
export const searchTerms = (): string[] =>
  Array.from({ length: 20 }, (_, at) => {
    const number = 4801 + at * 4643;
    const [first = '', last = ''] = [
      FIRST[(number * 7) % FIRST.length],
      LAST[(Math.floor(number / FIRST.length) * 13) % LAST.length],
    ];
    return at % 2 === 0 ? `${first}.${last}${number}` : `${capitalised(first)} ${capitalised(last)}`;
  });
