import { useId, useState } from 'react'
import { describedBy, Hint, Problem, type Words } from './field.tsx'
import { Switch } from '../switch/switch.tsx'
import '../styles/forms.css'
import '../switch/switch.css'

type Choices = {
  /** Of the first one. */
  id?: string
  name: string
  options: readonly { label: string; value: string }[]
  chosen: readonly string[]
  /** Told with each press, in the order of the options; without it the form alone knows. */
  onChoose?: (chosen: string[]) => void
}

/** Checkboxes under one name: the form sends a value for each that is checked. The first one is focused on an error. */
export function CheckboxGroupField(props: Words & Choices) {
  const { label, hint, error, optional, id: firstId, name, options, chosen, onChoose } = props
  const id = useId()
  function press({ value, checked }: HTMLInputElement) {
    onChoose?.(
      options.flatMap((each) => ((each.value === value ? checked : chosen.includes(each.value)) ? [each.value] : [])),
    )
  }
  return (
    <fieldset className="field choices" aria-describedby={describedBy(id, hint, error)}>
      <legend>
        {label}
        {optional ? <span className="optional"> (optional)</span> : null}
      </legend>
      <Hint id={id}>{hint}</Hint>
      {options.map((option, index) => (
        <label key={option.value}>
          <input
            type="checkbox"
            id={index === 0 ? firstId : undefined}
            name={name}
            value={option.value}
            {...(onChoose
              ? { checked: chosen.includes(option.value), onChange: (event) => press(event.currentTarget) }
              : { defaultChecked: chosen.includes(option.value) })}
            aria-invalid={error && index === 0 ? true : undefined}
          />
          <span>{option.label}</span>
        </label>
      ))}
      <Problem id={id}>{error}</Problem>
    </fieldset>
  )
}

const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]
/** January 4, 2026 was a Sunday. */
const WEEKDAYS = MONDAY_FIRST.map((day) => ({
  label: new Date(Date.UTC(2026, 0, 4 + day)).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }),
  value: String(day),
}))

export function WeekdaysField(props: Words & Omit<Choices, 'options'>) {
  return <CheckboxGroupField {...props} options={WEEKDAYS} />
}

type SwitchProps = Omit<Words, 'optional'> & { id?: string; name: string; on: boolean; onTurn: (on: boolean) => void }

/** On sends `true`, off sends nothing. */
export function SwitchField({ id: givenId, name, label, hint, error, on, onTurn }: SwitchProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <div className="field">
      <Switch
        {...{ id: givenId, name, label, on, onTurn }}
        value="true"
        aria-describedby={describedBy(id, hint, error)}
        aria-invalid={error ? true : undefined}
      />
      <Hint id={id}>{hint}</Hint>
      <Problem id={id}>{error}</Problem>
    </div>
  )
}

/** The same, at first as it is saved. */
export function SavedSwitchField({ saved, ...words }: Omit<SwitchProps, 'on' | 'onTurn'> & { saved: boolean }) {
  const [on, setOn] = useState(saved)
  return <SwitchField {...words} on={on} onTurn={setOn} />
}
