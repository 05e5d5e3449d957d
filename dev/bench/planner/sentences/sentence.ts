/** Values by the field's slug, any of several. `text`: in any text field, verbatim; `…?`: accepted, not asked for. */
export type ExpectedValues = Readonly<Record<string, string | readonly string[]>>

/**
 * A condition: its words, and the ways to have it in the draft: `days 12345`, `hours 09:00-17:00`, `gap 3600` seconds,
 * `EntryTitle contains rust`, `EntryTitle|EntryContent contains rust` for any of both, or `phrase=rust` in the trigger's
 * field.
 */
export type ExpectedCondition = { said: string; any: readonly string[] }

/**
 * A sentence that somebody types, and all that it says: a step as `module/slug`, or a name of `ALIKE` in
 * alike-steps.ts where any of several will do.
 */
export type Sentence = {
  say: string
  /** null: the sentence names no event that any service reports. */
  trigger: string | null
  /**
   * The clock's times as a cron expression. For minute and hour one word may stand: `any` where none is said, or a part
   * of the day of `DAYTIMES`.
   */
  at?: string
  queries?: readonly string[]
  actions: readonly string[]
  /** By the names of its steps above. */
  values?: Readonly<Record<string, ExpectedValues>>
  /** Ingredients that a text of an action shows, any of each list. */
  uses?: readonly (readonly string[])[]
  when?: readonly ExpectedCondition[]
  /** Seconds. */
  wait?: number
  /** The words of a step by its name, for where several could be missing. */
  said?: Readonly<Record<string, string>>
  /** Words of a part that no service can do, all of which the answer repeats. */
  nobody?: readonly string[]
  /** The code of its language, where that is not English. */
  language?: string
}
