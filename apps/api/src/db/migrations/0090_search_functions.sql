-- The same functions in a language whose plans a connection keeps. A function in SQL is read and planned anew by each statement that inserts a
-- mailbox, which took longer than writing its row.
CREATE OR REPLACE FUNCTION fold_for_search(plain text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$ BEGIN
  RETURN replace(replace(replace(replace(
    translate(regexp_replace(normalize(plain, NFD), '[\u0300-\u036f]', '', 'g'), 'øđðłıħς', 'oddlihσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'); END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION letters_and_pairs(folded text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$ BEGIN
  RETURN (SELECT coalesce(array_agg(DISTINCT substr(folded, place, size)), '{}')
    FROM generate_series(1, char_length(folded)) AS place, generate_series(1, 2) AS size); END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION name_to_sort_by(folded text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$ BEGIN
  -- A key of an index has at most 2,704 bytes.
  RETURN left(coalesce(
    nullif(btrim(regexp_replace(substr(folded, strpos(folded || E'\n', E'\n') + 1), '[[:space:]]+', ' ', 'g')), ''),
    split_part(split_part(folded, E'\n', 1), '@', 1)), 100); END $$;
