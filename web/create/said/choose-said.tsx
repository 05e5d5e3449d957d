import type { FieldOption } from '../../../worker/contract/connections/service.ts'
import type { DraftField } from '../../../worker/contract/drafts/draft.ts'
import { useOptions } from '../../site/live-options/use-options.ts'
import type { ShownStep } from '../draft/shown-draft.ts'
import { liveChoices } from '../fields/live-choices.ts'
import { matchSaid } from './match-said.ts'

type Props = {
  steps: readonly ShownStep[]
  /** Gets the one choice that is meant. */
  onFound: (step: ShownStep, field: DraftField, found: FieldOption) => void
}

/** Finds what a sentence says for live choices, once an account lists just one that is meant. Shows nothing. */
export function ChooseSaid({ steps, onFound }: Props) {
  return steps.flatMap((step) =>
    step.fields.map((field) => {
      const choices = liveChoices(step, field)
      if (field.said === null || choices.kind !== 'listed' || choices.search !== null) return null
      const { address, account } = choices
      const found = (option: FieldOption) => onFound(step, field, option)
      const key = `${step.key} ${field.slug} ${account} ${address}`
      return <ChooseOne key={key} said={field.said} {...{ address, account }} onFound={found} />
    }),
  )
}

type One = { said: string; address: string; account: string | null; onFound: (found: FieldOption) => void }

function ChooseOne({ said, address, account, onFound }: One) {
  useOptions(address, account, (options) => {
    const found = matchSaid(said, options)
    if (found) onFound(found)
  })
  return null
}
