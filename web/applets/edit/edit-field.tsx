import type { AppletEditResponse, FieldToEdit } from '../../../worker/contract/applets/applet.ts'
import type { FieldOption } from '../../../worker/contract/connections/service.ts'
import { missingField } from '../../../worker/contract/connections/options-address.ts'
import { CheckboxGroupField, SavedSwitchField, WeekdaysField } from '../../ui/form/choice-fields.tsx'
import { Field, SelectField, TextAreaField } from '../../ui/form/field.tsx'
import { ZonedHint } from '../../ui/form/zone-note.tsx'
import { IngredientArea } from '../../site/ingredients/ingredient-area.tsx'
import type { KnownIngredients } from '../../site/ingredients/known-ingredients.ts'
import { EditedCells } from './edited-cells.tsx'
import { LiveSelect } from './live-select.tsx'
import { SuggestedField } from './suggested-field.tsx'

type Props = {
  field: FieldToEdit
  /** The label of another field of the step, by its slug. */
  labelOf: (slug: string) => string
  saved: string
  error: string | undefined
  serviceName: string
  accounts: AppletEditResponse['accounts']
  /** What texts may use. */
  known: KnownIngredients
  /** The user's. */
  timeZone: string
  /** Gets the choices that its service lists. */
  onListed: (options: readonly FieldOption[]) => void
}

/** A field of a step, by its type. */
export function EditField(props: Props) {
  const { field, labelOf, saved, error, serviceName, accounts, known, timeZone, onListed } = props
  const { key: name, label, hint, required, type, syntax, options, resolve_url } = field
  const words = { name, label, hint, error, optional: !required }
  const input = { ...words, required, defaultValue: saved }
  const chosen = saved === '' ? [] : saved.split('\n')
  const missing = resolve_url === null ? null : missingField(resolve_url)
  if (saved.includes('{{') && syntax !== 'cells' && TAKES_INGREDIENTS[type]) {
    const isText = type === 'text' || type === 'textarea'
    return <IngredientArea {...input} multiline={type === 'textarea'} forPeople={isText} known={known} />
  }
  switch (type) {
    case 'select':
      if (resolve_url === null) return <SelectField {...input} options={options ?? []} placeholder="Choose…" />
      if (missing !== null) {
        return <SelectField {...input} options={[]} placeholder={`Choose “${labelOf(missing)}” first`} />
      }
      return (
        <LiveSelect
          // Another address has other options.
          key={resolve_url}
          {...{ label, name, hint, error, required, saved, serviceName, onListed }}
          resolveUrl={resolve_url}
          accounts={accounts.filter((account) => account.module_name === field.module_name)}
        />
      )
    case 'textarea':
      if (syntax === 'cells') return <EditedCells {...words} known={known} saved={saved} />
      return <TextAreaField {...input} />
    case 'checkbox':
    case 'weekdays':
    case 'switch':
      return (
        <>
          {/* None of them is a choice too, which a form without script would not send. */}
          <input type="hidden" name={name} value="" />
          {type === 'checkbox' ? <CheckboxGroupField {...words} options={options ?? []} chosen={chosen} /> : null}
          {type === 'weekdays' ? <WeekdaysField {...words} chosen={chosen} /> : null}
          {type === 'switch' ? <SavedSwitchField {...words} saved={saved === 'true'} /> : null}
        </>
      )
    case 'secret':
      // The mask of a saved secret is replaced whole.
      return <Field {...input} {...INPUTS.secret} onFocus={(event) => event.currentTarget.select()} />
    case 'duration':
      return <Field {...input} {...INPUTS.duration} hint={hint ?? 'For example 1h 30m.'} />
    case 'text':
    case 'location': {
      // One that is searched by its own text stays the same field while it is typed.
      const waits = missing !== null && !name.endsWith(`.${missing}`)
      if (resolve_url === null || waits) return <Field {...input} {...INPUTS[type]} />
      return (
        <SuggestedField {...input} resolveUrl={missing === null ? resolve_url : null} {...{ serviceName, onListed }} />
      )
    }
    case 'time':
    case 'datetime':
      return <Field {...input} {...INPUTS[type]} hint={<ZonedHint hint={hint} timeZone={timeZone} />} />
    default:
      return <Field {...input} {...INPUTS[type]} />
  }
}

/** Whether a value may be a text with ingredients. */
const TAKES_INGREDIENTS: Record<FieldToEdit['type'], boolean> = {
  text: true,
  textarea: true,
  url: true,
  email: true,
  number: true,
  time: true,
  location: true,
  date: true,
  datetime: true,
  duration: true,
  select: false,
  checkbox: false,
  weekdays: false,
  switch: false,
  secret: false,
}

/** Numbers use a text input: the wheel changes a number input, and invalid values could not be read back. */
const INPUTS = {
  text: { type: 'text' },
  url: { type: 'url', inputMode: 'url', autoComplete: 'off' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  number: { type: 'text', inputMode: 'decimal' },
  time: { type: 'time' },
  location: { type: 'text', autoComplete: 'off' },
  date: { type: 'date' },
  datetime: { type: 'datetime-local' },
  duration: { type: 'text', autoComplete: 'off' },
  secret: { type: 'password', autoComplete: 'off', spellCheck: false },
} as const
