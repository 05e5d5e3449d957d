import type { DraftChange, DraftField } from '../../../worker/contract/drafts/draft.ts'
import { labelChoice } from '../../../worker/contract/applets/choice-label.ts'
import { useOptions } from '../../site/live-options/use-options.ts'
import type { ShownStep } from '../draft/shown-draft.ts'
import { liveChoices } from '../fields/live-choices.ts'
import { matchSaid } from './match-said.ts'

type Presses = {
  change: (change: DraftChange) => void
  /** Says it to screen readers. */
  say: (words: string) => void
}

/** Chooses what a sentence says for live choices, once an account lists just one that is meant. Shows nothing itself. */
export function ChooseSaid({ steps, ...presses }: Presses & { steps: readonly ShownStep[] }) {
  return steps.flatMap((step) =>
    step.fields.map((field) => {
      const choices = liveChoices(step, field)
      if (field.said === null || choices.kind !== 'listed' || choices.search !== null) return null
      const { address, account } = choices
      const key = `${step.key} ${field.slug} ${account} ${address}`
      return <ChooseOne key={key} {...{ step, field, said: field.said, address, account }} {...presses} />
    }),
  )
}

type Props = Presses & { step: ShownStep; field: DraftField; said: string; address: string; account: string | null }

function ChooseOne({ step: { key }, field: { slug, label }, said, address, account, change, say }: Props) {
  useOptions(address, account, (options) => {
    const found = matchSaid(said, options)
    if (!found) return
    const labels = labelChoice(slug, found)
    change({ kind: 'set_fields', key, fields: { [slug]: found.value }, labels, guessed: true })
    say(`${label} is ${found.label}, for “${said}”.`)
  })
  return null
}
