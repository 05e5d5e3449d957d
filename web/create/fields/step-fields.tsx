import { useMemo, useRef, useState } from 'react'
import { labelChoice } from '../../../worker/contract/applets/choice-label.ts'
import { fieldProblem } from '../../../worker/contract/applets/field-values.ts'
import type { DraftChange, DraftField, DraftView } from '../../../worker/contract/drafts/draft.ts'
import { checkText } from '../../../worker/contract/ingredients/check-text.ts'
import { afterPress } from '../../browser/time/after-press.ts'
import { Switch } from '../../ui/switch/switch.tsx'
import type { ShownStep } from '../draft/shown-draft.ts'
import { DraftFieldInput } from './draft-field-input.tsx'
import { stepFieldId } from './step-field-id.ts'
import { ingredientsBefore, type EventValues } from './step-ingredients.ts'
import './step-fields.css'
import '../../ui/styles/forms.css'
import '../../ui/switch/switch.css'

type Props = {
  draft: DraftView
  step: ShownStep
  change: (change: DraftChange) => void
  /** Asks the services to check the fields: called when a changed field is left. */
  check: () => void
  /** Every problem is shown, as after a press on Create; otherwise those of fields that were left. */
  submitted?: boolean
  /** Values of the last real event; null to show each ingredient's example. */
  lastEvent?: EventValues | null
  /** The user's. */
  timeZone: string
  /** Whether each field can be left to each user. */
  forOthers: boolean
}

/** The fields of a step: each with its value, its problem, and whether each user is asked for it. */
export function StepFields({ draft, step, change, check, submitted = false, lastEvent = null, ...props }: Props) {
  const { timeZone, forOthers } = props
  const { key, fields } = step
  const source = useMemo(
    () => ({ groups: ingredientsBefore(draft.steps, step), lastEvent, timeZone }),
    [draft.steps, step, lastEvent, timeZone],
  )
  const names = ['Now', ...source.groups.flatMap(({ ingredients }) => ingredients.map(({ name }) => name))]
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const unchecked = useRef(false)

  function write(slug: string, value: string, chosen?: string) {
    unchecked.current = true
    const labels = chosen && labelChoice(slug, { value, label: chosen })
    change({ kind: 'set_fields', key, fields: { [slug]: value }, ...(labels && { labels }) })
  }
  function leave({ slug, type, value }: DraftField) {
    afterPress(() => setLeft((before) => new Set(before).add(slug)))
    if (type === 'url' && isWithoutScheme(value)) write(slug, `https://${value.trim()}`)
    if (!unchecked.current) return
    unchecked.current = false
    check()
  }

  const [folded] = useState(() => foldedFields(step))
  if (fields.length === 0) return <p className="no-fields">There is nothing to fill in for this step.</p>
  function show(field: DraftField) {
    const { slug, label, type, asked } = field
    const seen = submitted || left.has(slug)
    return (
      <div key={slug} className="step-field">
        <DraftFieldInput
          field={field}
          step={step}
          id={stepFieldId(key, slug)}
          error={step.lostSecrets.includes(slug) ? SECRET_LOST : seen ? problemOf(field, names) : null}
          source={source}
          // Every user has a secret of their own, whatever its author wants.
          tools={
            type === 'secret' || !forOthers ? null : (
              <Switch
                className="ask-users"
                label={
                  <>
                    Ask each user<span className="visually-hidden"> for {label}</span>
                  </>
                }
                on={asked}
                onTurn={(on) => change({ kind: 'ask_users', key, field: slug, asked: on })}
              />
            )
          }
          onWrite={(value, chosen) => write(slug, value, chosen)}
          onLeave={() => leave(field)}
        />
        {field.note ? <output className="quiet-text">{field.note}</output> : null}
      </div>
    )
  }
  const [shown, more] = [fields.filter(({ slug }) => !folded.has(slug)), fields.filter(({ slug }) => folded.has(slug))]
  return (
    <div className="step-fields">
      {shown.toSorted((one, other) => Number(other.required) - Number(one.required)).map(show)}
      {more.length > 0 ? (
        <details open={more.some(({ problem }) => submitted && problem !== null) || undefined}>
          <summary>More options</summary>
          <div className="step-fields">{more.map(show)}</div>
        </details>
      ) : null}
    </div>
  )
}

/** Two optional fields are no crowd. */
const OPTIONAL_MOST = 2

/** The optional fields that nobody has filled in or said anything for, where there are many. */
function foldedFields({ fields, lostSecrets }: ShownStep): ReadonlySet<string> {
  const optional = fields.filter(({ required }) => !required)
  if (optional.length <= OPTIONAL_MOST) return new Set()
  const isUntouched = ({ slug, value, said, default_value, asked, type }: DraftField) =>
    said === null && value === (default_value ?? '') && (type === 'secret' || !asked) && !lostSecrets.includes(slug)
  return new Set(optional.filter(isUntouched).map(({ slug }) => slug))
}

/** As people type an address: "example.com/news". */
function isWithoutScheme(value: string): boolean {
  return /^\s*[a-z\d-]+(?:\.[a-z\d-]+)+(?:[/?#:]\S*)?\s*$/i.test(value)
}

const SECRET_LOST = 'This secret was not kept. Type it again.'

/** Finds the problem with a value: first one that this page sees at once, then the service's. */
function problemOf({ value, ...field }: DraftField, names: readonly string[]): string | null {
  const text = field.type === 'secret' || !value.includes('{{') ? null : checkText(value, names)
  return text ?? fieldProblem(field, value) ?? field.problem
}
