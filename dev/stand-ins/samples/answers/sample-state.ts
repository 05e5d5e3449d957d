import type { DoubleContext } from '../../doubles/context/double-context.ts'

/** Something that was made happen: the entry of the trigger's list, and its place among all. `at` in ms. */
export type Happened = { n: number; at: number; entry: unknown }

/** What an action sent, how it was answered, and how often it came again with the same key. */
export type KeptAction = {
  n: number
  at: number
  slug: string
  /** The key that the service honors, and the one that its lists may show again. */
  key: string | null
  request_id: string | null
  method: string
  path: string
  body: string
  /** All texts that were sent, also those in the address. */
  texts: string[]
  answer: unknown
  again: number
}

/** All that a sample server remembers of one service. */
export type SampleState = { n: number; happened: Record<string, Happened[]>; kept: KeptAction[] }

export function sampleState(ctx: DoubleContext): SampleState {
  return ctx.state(() => ({ n: 0, happened: {}, kept: [] }))
}
