import type { FieldOption, FieldSyntax, FieldType, StepKind } from '../connections/service.ts'
import type { DraftWhen } from '../drafts/draft.ts'
import type { NamedIngredient } from '../ingredients/named-ingredient.ts'

/** A step's field with what was set in it. */
export type FieldToSay = {
  slug: string
  label: string
  type: FieldType
  syntax: FieldSyntax | null
  options: readonly FieldOption[] | null
  /** Its service lists its choices. */
  live: boolean
  /** Null where each user fills it in. */
  value: string | null
  default_value: string | null
  /** The label that a live choice had when it was chosen; null where nobody kept it. */
  chosen: string | null
  /** The viewer set the value, or is to. */
  yours: boolean
}

export type ServiceStepToSay = {
  kind: StepKind
  name: string
  /** The step in a sentence, as its service's file has it, and with its values; null where the file has none. */
  phrase: string | null
  sentence: string | null
  /** The name of the account that it uses; null for none. */
  account: string | null
  fields: readonly FieldToSay[]
}

export type StepToSay =
  | ServiceStepToSay
  | { kind: 'filter'; when: DraftWhen }
  /** Seconds. */
  | { kind: 'wait'; seconds: number }

/** What the sentences of an Applet share. `ingredients`: of its trigger and all of its queries. */
export type SayContext = {
  ingredients: readonly NamedIngredient[]
  timezone: string
}
