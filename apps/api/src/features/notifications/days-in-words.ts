const WORDS = {
  en: ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  de: ['', 'einen', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf', 'zwölf'],
};
const DAY = { en: ['day', 'days'], de: ['Tag', 'Tage'] };

/** How long something is valid, as part of a sentence: numbers up to twelve are words. */
export const daysInWords = (days: number, language: 'en' | 'de'): string =>
  `${WORDS[language][days] || days} ${DAY[language][days === 1 ? 0 : 1]}`;
