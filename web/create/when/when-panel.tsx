import {
  codeToConditions,
  conditionsToCode,
  type DraftConditions,
} from '../../../worker/contract/drafts/conditions-code.ts'
import { setWhen, whenOf } from '../../../worker/contract/drafts/draft-steps.ts'
import type { DraftChange, DraftView, DraftWhen } from '../../../worker/contract/drafts/draft.ts'
import { Button } from '../../ui/button/button.tsx'
import { useEarlyTyping } from '../../ui/state/use-early-typing.ts'
import { OPEN_PANEL } from '../rows/draft-row.tsx'
import { ingredientsOfEvent } from '../fields/step-ingredients.ts'
import { CodeField } from './code-field.tsx'
import { ConditionsForm } from './conditions-form.tsx'
import './when-panel.css'
import '../../ui/styles/forms.css'

// One file for both, which loads with the press that needs them.
export { beginConditions } from './new-condition.ts'

type Props = {
  draft: DraftView
  change: (change: DraftChange) => void
  /** Takes "Only if …" away. */
  onRemove: () => void
  /** Every problem is shown, as after a press on Create. */
  submitted?: boolean
}

const NO_CONDITIONS: DraftConditions = { kind: 'form', match: 'all', conditions: [] }

/** "Only if …", as a form or as the filter code that the form is. */
export function WhenPanel({ draft, change, onRemove, submitted = false }: Props) {
  useEarlyTyping(OPEN_PANEL)
  const { steps, problems } = draft
  const when = whenOf(draft.doc)
  const set = (next: DraftWhen) => change(setWhen(next))
  const groups = ingredientsOfEvent(steps)
  const own = problems.filter(({ step }) => step === 'when')

  if (when.kind === 'code') {
    const form = codeToConditions(when.code)
    const toForm = when.code.trim() === '' ? ({ kind: 'always' } as const) : form
    return (
      <div className="when-panel">
        <CodeField code={when.code} steps={steps} problems={own} onWrite={(code) => set({ kind: 'code', code })} />
        {toForm ? (
          <Button kind="quiet" size="small" onClick={() => set(toForm)}>
            Show as a form
          </Button>
        ) : (
          <p className="hint">A form cannot say what this code does, so it stays as code.</p>
        )}
      </div>
    )
  }

  const form = when.kind === 'form' ? when : NO_CONDITIONS
  const actions = steps.flatMap(({ kind, filter_name }) => (kind === 'action' && filter_name ? [filter_name] : []))
  function toCode() {
    const ingredients = groups.flatMap((group) => group.ingredients)
    set({ kind: 'code', code: conditionsToCode(form, { actions, ingredients }) })
  }
  return (
    <div className="when-panel">
      {groups.length === 0 ? (
        <p className="hint">Choose what starts this Applet first. Conditions compare its values.</p>
      ) : (
        <ConditionsForm form={form} groups={groups} submitted={submitted} onChange={set} onRemove={onRemove} />
      )}
      {actions.length === 0 ? (
        // Code without an action to skip would decide nothing, also for actions that are chosen later.
        <p className="hint">Choose what this Applet does first. Code says what to skip.</p>
      ) : (
        <Button kind="quiet" size="small" onClick={toCode}>
          Write it as code
        </Button>
      )}
    </div>
  )
}
