/**
 * A sentence that somebody types, and the steps that it means: a step as `module/slug`, or a name of `ALIKE` in
 * alike-steps.ts where any of several will do.
 */
export type Sentence = {
  say: string
  /** null: the sentence names no event that any service reports. */
  trigger: string | null
  queries?: readonly string[]
  actions: readonly string[]
  /** A condition belongs to it. */
  when?: true
  /** Words of a part that no service can do, all of which the answer repeats. */
  nobody?: readonly string[]
}
