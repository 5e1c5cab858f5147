const OTHER_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** A text in lower case without accents: `Öztürk` becomes `ozturk`. The database does the same to what it stores, in `fold_for_search`. */
export const foldForSearch = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .replace(/[øđðłıħςßæœþ]/gu, (letter) => OTHER_LETTERS[letter] ?? letter);
