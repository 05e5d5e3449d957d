import { useId, type ComponentProps } from 'react'
import type { FieldOption } from '../../../worker/contract/connections/service.ts'
import { Field } from '../../ui/form/field.tsx'
import { OptionsTrouble } from '../../site/live-options/options-trouble.tsx'
import { useOptions } from '../../site/live-options/use-options.ts'

type Props = ComponentProps<typeof Field> & {
  /** null while it cannot be asked. */
  resolveUrl: string | null
  serviceName: string
  onListed: (options: readonly FieldOption[]) => void
}

/** A text with what the service lists as suggestions. Anything else can be typed, also while nothing can be listed. */
export function SuggestedField({ resolveUrl, serviceName, onListed, ...input }: Props) {
  const id = useId()
  const { state, ask } = useOptions(resolveUrl, null, onListed)
  return (
    <div>
      <Field {...input} type="text" autoComplete="off" spellCheck={false} list={id} />
      <datalist id={id}>
        {state.options.map(({ label, value, group }) => (
          <option key={value} value={value}>
            {label === value ? null : group ? `${label}, ${group}` : label}
          </option>
        ))}
      </datalist>
      {/* Text can be typed, so an empty list needs no words. */}
      {state.kind === 'empty' ? null : <OptionsTrouble state={state} serviceName={serviceName} onRetry={ask} />}
    </div>
  )
}
