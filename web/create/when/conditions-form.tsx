import { useEffect, useRef, useState } from 'react'
import type { DraftConditions } from '../../../worker/contract/drafts/conditions-code.ts'
import { DRAFT_CONDITIONS_MAX, type DraftCondition, type DraftWhen } from '../../../worker/contract/drafts/draft.ts'
import { afterPress } from '../../browser/time/after-press.ts'
import { Button } from '../../ui/button/button.tsx'
import { useFocusAfterRemoval } from '../../ui/focus/use-focus-after-removal.ts'
import { SelectField } from '../../ui/form/field.tsx'
import type { IngredientGroup } from '../fields/step-ingredients.ts'
import { ConditionRow } from './condition-row.tsx'
import { newCondition } from './new-condition.ts'

const MATCHES = [
  { value: 'all', label: 'all of these are true' },
  { value: 'any', label: 'any of these is true' },
]

type Props = {
  form: DraftConditions
  groups: readonly IngredientGroup[]
  /** Every problem is shown, not only those of conditions that were left. */
  submitted: boolean
  onChange: (when: DraftWhen) => void
  /** Without its last condition, the form goes. */
  onRemove: () => void
}

/** "Only if …" as a form: conditions on the values of the event and of what was looked up. */
export function ConditionsForm({ form, groups, submitted, onChange, onRemove }: Props) {
  const { match, conditions } = form
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const rows = useFocusAfterRemoval<HTMLDivElement>(conditions.length)
  const newest = useRef<HTMLSelectElement>(null)
  const added = useRef(false)
  useEffect(() => {
    if (added.current) newest.current?.focus()
    added.current = false
  })

  function set(next: readonly DraftCondition[]) {
    onChange({ ...form, conditions: [...next] })
  }
  function add() {
    const condition = newCondition(groups)
    if (!condition) return
    added.current = true
    set([...conditions, condition])
  }
  function remove(index: number) {
    if (conditions.length === 1) return onRemove()
    setLeft(new Set([...left].flatMap((each) => (each === index ? [] : [each > index ? each - 1 : each]))))
    set(conditions.toSpliced(index, 1))
  }

  return (
    <div className="conditions">
      {conditions.length > 1 ? (
        <SelectField
          label="Only if"
          value={match}
          options={MATCHES}
          onChange={(event) => onChange({ ...form, match: event.currentTarget.value === 'any' ? 'any' : 'all' })}
        />
      ) : null}
      <div ref={rows} tabIndex={-1} className="rows">
        {conditions.length === 0 ? <p className="hint">No conditions yet: it runs every time.</p> : null}
        {conditions.map((condition, index) => (
          <ConditionRow
            // Conditions have no names of their own, and keep their order.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            number={index + 1}
            first={index === conditions.length - 1 ? newest : null}
            {...{ condition, groups }}
            left={submitted || left.has(index)}
            onChange={(changed) => set(conditions.with(index, changed))}
            onLeave={() => afterPress(() => setLeft((before) => new Set(before).add(index)))}
            onRemove={() => remove(index)}
          />
        ))}
      </div>
      {conditions.length < DRAFT_CONDITIONS_MAX ? (
        <Button kind="secondary" size="small" onClick={add}>
          Add a condition
        </Button>
      ) : (
        <p className="hint">An Applet has at most {DRAFT_CONDITIONS_MAX} conditions.</p>
      )}
    </div>
  )
}
