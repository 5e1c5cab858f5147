// Who owes the tax of a sale between two countries of the EU.
export {
  askAgainBefore,
  isInEu,
  mustAsk,
  numberToCheck,
  reverseChargeFor,
  type VatAnswer,
  type VatBuyer,
} from './reverse-charge.ts';
