const PERSON_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const COMPANY_LETTERS = 'JABCDEFGHI';

/** Whether a Spanish NIF's last character follows from the others: of persons (DNI, NIE, K, L, M) and of companies. */
export function isSpanishNif(number: string): boolean {
  const first = number[0] ?? '';
  if (/[A-HJNP-SUVW]/.test(first)) return isCompany(number);
  // A NIE's X, Y, Z count as 0, 1, 2; K, L and M count as nothing.
  const digits = number
    .slice(0, 8)
    .replace(/^[XKLM]/, '0')
    .replace(/^Y/, '1')
    .replace(/^Z/, '2');
  return /^\d{8}$/.test(digits) && PERSON_LETTERS[Number(digits) % 23] === number[8];
}

function isCompany(number: string): boolean {
  const sum = [...number.slice(1, 8)].map(Number).reduce((total, digit, index) => {
    return total + (index % 2 === 1 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10));
  }, 0);
  const control = (10 - (sum % 10)) % 10;
  const last = number[8] ?? '';
  // Numbers of foreign and public bodies end in a letter, those of companies limited by shares in a digit, others in either.
  if (/[NPQRSW]/.test(number[0] ?? '')) return last === COMPANY_LETTERS[control];
  if (/[ABEH]/.test(number[0] ?? '')) return last === String(control);
  return last === String(control) || last === COMPANY_LETTERS[control];
}
