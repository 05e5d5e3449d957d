import { useId, type ComponentProps, type ReactNode } from 'react'
import './field.css'
import '../styles/forms.css'

export type Words = { label: ReactNode; hint?: ReactNode; error?: ReactNode; optional?: boolean }
type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

export function Field({ label, hint, error, optional, ...input }: Words & ComponentProps<'input'>) {
  return (
    <FieldFrame words={{ label, hint, error, optional: optional ?? false }} id={input.id}>
      {(wiring) => <input type="text" {...input} {...wiring} />}
    </FieldFrame>
  )
}

export function TextAreaField({ label, hint, error, optional, ...area }: Words & ComponentProps<'textarea'>) {
  return (
    <FieldFrame words={{ label, hint, error, optional: optional ?? false }} id={area.id}>
      {(wiring) => <textarea rows={3} {...area} {...wiring} />}
    </FieldFrame>
  )
}

type Option = { label: string; value: string; group?: string | undefined }
type Options = { options: readonly Option[]; placeholder?: string }

/** With `placeholder` nothing is chosen at first, so a required field must be answered. */
export function SelectField(props: Words & Options & ComponentProps<'select'>) {
  const { label, hint, error, optional, options, placeholder, ...select } = props
  return (
    <FieldFrame words={{ label, hint, error, optional: optional ?? false }} id={select.id}>
      {(wiring) => (
        <select {...select} {...wiring}>
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {optionList(options)}
        </select>
      )}
    </FieldFrame>
  )
}

/** Options with a group stand under its heading, in the order of the first of each. */
function optionList(options: readonly Option[]): ReactNode {
  return [...Map.groupBy(options, ({ group = '' }) => group)].map(([group, grouped]) => {
    const list = grouped.map(({ label, value }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))
    return group === '' ? (
      list
    ) : (
      <optgroup key={group} label={group}>
        {list}
      </optgroup>
    )
  })
}

type FrameProps = { words: Words; id: string | undefined; children: (wiring: Wiring) => ReactNode }

/** Label above, then hint, then error; hint and error are announced with the field. */
export function FieldFrame({ words: { label, hint, error, optional }, id: givenId, children }: FrameProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional ? <span className="optional"> (optional)</span> : null}
      </label>
      <Hint id={id}>{hint}</Hint>
      {children({ id, 'aria-describedby': describedBy(id, hint, error), 'aria-invalid': error ? true : undefined })}
      <Problem id={id}>{error}</Problem>
    </div>
  )
}

/** The notes of the field `id` that are announced with it. */
export function describedBy(id: string, hint: ReactNode, error: ReactNode): string | undefined {
  return [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined
}

type NoteProps = { id: string; children: ReactNode }

export function Hint({ id, children }: NoteProps) {
  return children ? (
    <p className="hint" id={`${id}-hint`}>
      {children}
    </p>
  ) : null
}

export function Problem({ id, children }: NoteProps) {
  return children ? (
    <p className="error" id={`${id}-error`}>
      {children}
    </p>
  ) : null
}
