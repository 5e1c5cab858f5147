/** Arithmetic in the field of 256 elements that the error correction is made in: x^8 + x^4 + x^3 + x^2 + 1. ISO 18004 §7.5. */
const EXPONENTS = new Uint8Array(255);
const LOGARITHMS = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  EXPONENTS[exponent] = value;
  LOGARITHMS[value] = exponent;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

function multiply(one: number, other: number): number {
  if (one === 0 || other === 0) return 0;
  return EXPONENTS[((LOGARITHMS[one] ?? 0) + (LOGARITHMS[other] ?? 0)) % 255] ?? 0;
}

/** The codewords by which a reader mends a block: the remainder of its division by the generator of that degree. */
export function correctionOf(block: readonly number[], degree: number): number[] {
  const generator = generatorOf(degree);
  const remainder: number[] = Array.from({ length: degree }, () => 0);
  for (const codeword of block) {
    const factor = codeword ^ (remainder.shift() ?? 0);
    remainder.push(0);
    generator.forEach((coefficient, at) => {
      remainder[at] = (remainder[at] ?? 0) ^ multiply(coefficient, factor);
    });
  }
  return remainder;
}

/** (x - 2^0)(x - 2^1)…(x - 2^(degree - 1)) without its leading 1, highest power first. */
function generatorOf(degree: number): number[] {
  let polynomial = [1];
  for (let exponent = 0; exponent < degree; exponent += 1) {
    const root = EXPONENTS[exponent] ?? 0;
    const shifted = [...polynomial, 0];
    polynomial.forEach((coefficient, at) => {
      shifted[at + 1] = (shifted[at + 1] ?? 0) ^ multiply(coefficient, root);
    });
    polynomial = shifted;
  }
  return polynomial.slice(1);
}
