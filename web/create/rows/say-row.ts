import type { DraftField, DraftWhen } from '../../../worker/contract/drafts/draft.ts'
import type { SaidPart } from '../../../worker/contract/shared/said-part.ts'
import { sayStep } from '../../../worker/contract/sentences/say-step.ts'
import type { FieldToSay, SayContext } from '../../../worker/contract/sentences/step-to-say.ts'
import type { ShownDraft, ShownStep } from '../draft/shown-draft.ts'

type Draft = Pick<ShownDraft, 'steps'>

/** The sentence of a step's closed row. `timezone`: the author's. */
export function sayRow(draft: Draft, step: ShownStep, timezone: string): SaidPart[] {
  const { service, accounts, account_slot, fields } = step
  const account = service?.connect_kind === 'none' ? null : (accounts[account_slot]?.account_name ?? null)
  return sayStep({ ...step, account, fields: fields.map(toSay) }, contextOf(draft, timezone))
}

/** The sentence of "Only if …". */
export function sayWhenRow(draft: Draft, when: DraftWhen, timezone: string): SaidPart[] {
  return sayStep({ kind: 'filter', when }, contextOf(draft, timezone))
}

function contextOf({ steps }: Draft, timezone: string): SayContext {
  return { ingredients: steps.flatMap(({ ingredients }) => ingredients), timezone }
}

/** The author's own value stands for what each user fills in, as their own Applet has it. */
function toSay({
  slug,
  label,
  type,
  syntax,
  options,
  resolve_url,
  default_value,
  required,
  asked,
  value,
  chosen,
}: DraftField): FieldToSay {
  const isOpen = asked && required && value === '' && type !== 'secret'
  return {
    slug,
    label,
    type,
    syntax,
    options,
    live: resolve_url !== null,
    value: isOpen ? null : value,
    default_value,
    chosen,
    yours: false,
  }
}
