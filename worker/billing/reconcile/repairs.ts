/** How many rows a part of the reconciliation checked and repaired; normally it repairs none. */
export type Repairs = { looked: number; repaired: number }
