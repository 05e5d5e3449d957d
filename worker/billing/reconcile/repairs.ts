/** What a part of the reconciliation found: how much it looked at, and how much of that was wrong. 0 repaired is the steady state. */
export type Repairs = { looked: number; repaired: number }
