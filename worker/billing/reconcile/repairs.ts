/**
 * How many rows a part of the reconciliation checked and repaired; normally it repairs none. `more`: the portion was
 * full, and more is due.
 */
export type Repairs = { looked: number; repaired: number; more: boolean }
