import { useState, type ReactNode } from 'react'
import type { FieldSyntax } from '../../../worker/contract/connections/service.ts'
import type { DraftField, DraftStepView } from '../../../worker/contract/drafts/draft.ts'
import { Button } from '../../ui/button/button.tsx'
import { CheckboxGroupField, SwitchField, WeekdaysField } from '../../ui/form/choice-fields.tsx'
import { Field, SelectField } from '../../ui/form/field.tsx'
import { ZonedHint } from '../../ui/form/zone-note.tsx'
import { CronHint } from './cron-hint.tsx'
import { liveChoices } from './live-choices.ts'
import { LiveOptionsField } from './live-options-field.tsx'
import type { TextSource } from './step-ingredients.ts'
import { TextWithIngredients } from './text-with-ingredients.tsx'

type Props = {
  field: DraftField
  step: DraftStepView
  id: string
  error: string | null
  source: TextSource
  /** Stands under the field, or beside its own buttons. */
  tools: ReactNode
  /** `chosen`: the label of a live choice. */
  onWrite: (value: string, chosen?: string) => void
  onLeave: () => void
}

type TextLook = {
  multiline?: boolean
  forPeople?: boolean
  cells?: boolean
  hint?: ReactNode
  inputMode?: 'url' | 'email' | 'decimal'
  tools?: ReactNode
}

/** A field of a step as its author fills it in, by its type. */
export function DraftFieldInput(props: Props) {
  const { field, step, id, error, onWrite, onLeave } = props
  const { slug, label, required, type, syntax, options, resolve_url, value } = field
  const hint = field.asked ? askedHint(field) : field.hint
  const words = { id, name: `${step.key}.${slug}`, label, hint, error, optional: !required }
  const chosen = value === '' ? [] : value.split('\n')
  const choose = (values: readonly string[]) => onWrite(values.join('\n'))
  const input = { ...words, value, onBlur: onLeave }
  const text = (more: TextLook = {}) => (
    <TextWithIngredients
      {...words}
      multiline={false}
      forPeople={false}
      cells={false}
      {...{ value, source: props.source, tools: props.tools, onWrite, onLeave }}
      {...more}
    />
  )
  const withTools = (control: ReactNode) => (
    <>
      {control}
      {props.tools ? <div className="tools">{props.tools}</div> : null}
    </>
  )
  switch (type) {
    case 'text':
    case 'location':
      if (resolve_url !== null) return liveOptions(props, words, text)
      return text({
        forPeople: syntax !== 'cron',
        hint: syntaxHint(syntax, props.source.timeZone, { value, hint }),
      })
    case 'textarea':
      return text({ multiline: true, forPeople: true, cells: syntax === 'cells' })
    case 'url':
      return text({ inputMode: 'url' })
    case 'email':
      return text({ inputMode: 'email' })
    case 'number':
      return text({ inputMode: 'decimal' })
    case 'duration':
      return text({ hint: hint ?? 'For example 1h 30m.' })
    case 'select':
      if (resolve_url !== null) return liveOptions(props, words, text)
      return withTools(
        <SelectField
          {...input}
          options={options ?? []}
          placeholder="Choose…"
          onChange={(event) => onWrite(event.currentTarget.value)}
        />,
      )
    case 'checkbox':
      return withTools(<CheckboxGroupField {...words} options={options ?? []} chosen={chosen} onChoose={choose} />)
    case 'weekdays':
      return withTools(<WeekdaysField {...words} chosen={chosen} onChoose={choose} />)
    case 'switch':
      return withTools(<SwitchField {...words} on={value === 'true'} onTurn={(on) => onWrite(on ? 'true' : '')} />)
    case 'secret':
      return withTools(
        <Field
          {...input}
          type="password"
          autoComplete="off"
          spellCheck={false}
          // The mask of a saved secret is replaced whole.
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => onWrite(event.currentTarget.value)}
        />,
      )
    case 'date':
    case 'datetime':
    case 'time':
      return (
        <TimeInput
          ingredients={props.source.groups.length > 0}
          typed={text({ tools: null })}
          // Only a moment of day and time is one that an Applet runs at.
          onNow={type === 'datetime' && value !== NOW ? () => onWrite(NOW) : null}
          {...{ label, value, tools: props.tools }}
        >
          <Field
            {...input}
            hint={type === 'date' ? hint : <ZonedHint hint={hint} timeZone={props.source.timeZone} />}
            type={type === 'datetime' ? 'datetime-local' : type}
            onChange={(event) => onWrite(event.currentTarget.value)}
          />
        </TimeInput>
      )
  }
}

function askedHint({ hint }: DraftField): string {
  const asked = 'Each user fills this in. What you enter is for you alone.'
  return hint === null ? asked : `${hint} ${asked}`
}

/** A hint that says what the value means as it is typed. */
function syntaxHint(syntax: FieldSyntax | null, timeZone: string, { value, hint }: Pick<DraftField, 'value' | 'hint'>) {
  switch (syntax) {
    case 'cron':
      return <CronHint cron={value} {...{ timeZone, hint }} />
    case 'cells':
    case null:
      return hint
  }
}

type Words = { id: string; name: string; label: string; hint: string | null; error: ReactNode; optional: boolean }

/** A service that is not connected yet lists nothing, so the value is typed. */
function liveOptions(props: Props, words: Words, text: (look?: TextLook) => ReactNode): ReactNode {
  const { field, step, tools, onWrite, onLeave } = props
  const { type, value, chosen: known, said } = field
  const name = step.service?.name ?? step.module_name
  const hint = (next: string) => [words.hint, said && `You said “${said}”.`, next].filter(Boolean).join(' ')
  const choices = liveChoices(step, field)
  switch (choices.kind) {
    case 'unconnected':
      if (said !== null) return text({ hint: hint(`Connect ${name} to choose it.`) })
      return type === 'select' ? text({ hint: hint(`Connect ${name} to see the choices here.`) }) : text()
    case 'dependent':
      return text({ hint: hint(`Choose “${choices.on}” first${said === null ? ' to see the choices here' : ''}.`) })
    case 'listed':
      return (
        <LiveOptionsField
          // Another account, or another address, has other options.
          key={`${choices.account} ${choices.address}`}
          {...words}
          hint={said === null ? words.hint : hint('Choose what that is.')}
          resolveUrl={choices.address}
          serviceName={name}
          // A text such as a topic is its own value.
          typeWords={type === 'select' ? 'Type an id instead' : 'Type it instead'}
          typed={text({ tools: null })}
          {...{
            value,
            known,
            said,
            search: choices.search,
            account: choices.account,
            tools,
            onChoose: onWrite,
            onLeave,
          }}
        />
      )
  }
}

/** The time when the Applet runs. */
const NOW = '{{Now}}'

type TimeInputProps = {
  ingredients: boolean
  label: string
  value: string
  typed: ReactNode
  /** Writes the time when it runs; null where nobody would want that. */
  onNow: (() => void) | null
  tools: ReactNode
  children: ReactNode
}

/** A date or a time as the browser asks for it, or as a text with an ingredient. */
function TimeInput({ ingredients, label, value, typed, onNow, tools, children }: TimeInputProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const typing = wanted ?? value.includes('{{')
  return (
    <div className="time-input">
      {typing ? typed : children}
      <div className="tools">
        {ingredients && onNow ? (
          <Button
            kind="quiet"
            size="small"
            onClick={() => {
              setWanted(true)
              onNow()
            }}
          >
            When it runs<span className="visually-hidden"> for {label}</span>
          </Button>
        ) : null}
        {ingredients ? (
          <Button kind="quiet" size="small" onClick={() => setWanted(!typing)}>
            {typing ? 'Choose it instead' : 'Use an ingredient'}
            <span className="visually-hidden"> for {label}</span>
          </Button>
        ) : null}
        {tools}
      </div>
    </div>
  )
}
