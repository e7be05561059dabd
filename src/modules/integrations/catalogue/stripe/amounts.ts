// Amounts of money, which Stripe sends in the smallest unit of a currency.

/** Currencies without a smaller unit. */
const WHOLE = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '));

export function amountText(amount: number, currency: string | undefined): string {
  if (currency === undefined) return String(amount);
  const code = currency.toLowerCase();
  const value = WHOLE.has(code) ? String(amount) : (amount / 100).toFixed(2);
  return `${value} ${code.toUpperCase()}`;
}
