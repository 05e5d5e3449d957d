import { useId, type ComponentProps } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { useOptions } from '../../site/live-options/use-options.ts'

type Props = ComponentProps<typeof Field> & { resolveUrl: string }

/** A text with what the service lists as suggestions. Anything else can be typed, also while nothing can be listed. */
export function SuggestedField({ resolveUrl, ...input }: Props) {
  const list = useId()
  const { state } = useOptions(resolveUrl, null)
  const options = state.kind === 'loaded' ? state.options : []
  return (
    <>
      <Field {...input} type="text" autoComplete="off" spellCheck={false} list={list} />
      <datalist id={list}>
        {options.map(({ label, value }) => (
          <option key={value} value={value}>
            {label === value ? null : label}
          </option>
        ))}
      </datalist>
    </>
  )
}
