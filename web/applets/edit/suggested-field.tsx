import { useId, type ComponentProps } from 'react'
import type { FieldOption } from '../../../worker/contract/connections/service.ts'
import { Field } from '../../ui/form/field.tsx'
import { OptionsTrouble } from '../../site/live-options/options-trouble.tsx'
import { useOptions } from '../../site/live-options/use-options.ts'

type Props = ComponentProps<typeof Field> & {
  resolveUrl: string
  serviceName: string
  onListed: (options: readonly FieldOption[]) => void
}

/** A text with what the service lists as suggestions. Anything else can be typed, also while nothing can be listed. */
export function SuggestedField({ resolveUrl, serviceName, onListed, ...input }: Props) {
  const list = useId()
  const { state, ask } = useOptions(resolveUrl, null, onListed)
  const options = state.kind === 'loaded' ? state.options : []
  return (
    <div>
      <Field {...input} type="text" autoComplete="off" spellCheck={false} list={list} />
      <datalist id={list}>
        {options.map(({ label, value }) => (
          <option key={value} value={value}>
            {label === value ? null : label}
          </option>
        ))}
      </datalist>
      {/* Text can be typed, so an empty list needs no words. */}
      {state.kind === 'empty' ? null : <OptionsTrouble state={state} serviceName={serviceName} onRetry={ask} />}
    </div>
  )
}
