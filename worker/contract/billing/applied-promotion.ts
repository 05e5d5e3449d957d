/** Takes `percent_off` or `amount_off` (cents) off the next payment. `ends_at` in ms, for `until`. */
export type Promotion = {
  id: string
  /** The code as it was typed in, else the coupon's name. */
  name: string
  percent_off: number | null
  amount_off: number | null
  lasts: 'once' | 'until' | 'forever'
  ends_at: number | null
}
