import { useState, type ComponentProps, type ReactNode } from 'react'
import { OptionsTrouble } from '../../site/live-options/options-trouble.tsx'
import { PickLink } from '../../site/live-options/pick-link.tsx'
import { useOptions } from '../../site/live-options/use-options.ts'
import { Button } from '../../ui/button/button.tsx'
import { Combobox } from '../../ui/listbox/combobox.tsx'

type Props = Pick<ComponentProps<typeof Combobox>, 'id' | 'name' | 'label' | 'hint' | 'error' | 'optional'> & {
  value: string
  resolveUrl: string
  /** The account whose options these are; null for the first one. */
  account: string | null
  serviceName: string
  onChoose: (value: string, label?: string) => void
  onLeave: () => void
  /** What the button says that changes to the text. */
  typeWords: string
  /** The same field as a text: what the service's list lacks is typed. */
  typed: ReactNode
  /** Stands beside the button that changes between both. */
  tools: ReactNode
}

/** A choice of what the service lists now, found by typing; an id that the list lacks can be typed instead. */
export function LiveOptionsField(props: Props) {
  const { value, resolveUrl, account, serviceName, onChoose, onLeave, typeWords, typed, tools, ...field } = props
  const { state, ask } = useOptions(resolveUrl, account)
  const options = state.kind === 'loaded' ? state.options : []
  const chosen = options.find((option) => option.value === value)
  const unlisted = value.includes('{{') || (state.kind === 'loaded' && value !== '' && !chosen)
  function take(file: string) {
    setWanted(false)
    onChoose(file)
    ask()
  }
  const [wanted, setWanted] = useState<boolean | null>(null)
  const typing = wanted ?? unlisted
  return (
    <div className="live-options" aria-busy={state.kind === 'loading' ? true : undefined}>
      {typing ? (
        typed
      ) : (
        <Combobox
          {...field}
          chosen={chosen?.label ?? value}
          placeholder={state.kind === 'loading' ? 'Loading…' : 'Choose…'}
          options={options}
          nothing={state.kind === 'loading' ? `Asking ${serviceName}…` : `${serviceName} has nothing that matches.`}
          onChoose={(option) => onChoose(option.value, option.label)}
          onClear={() => onChoose('')}
          onLeave={onLeave}
        />
      )}
      <OptionsTrouble state={state} serviceName={serviceName} onRetry={ask} />
      <div className="tools">
        <Button kind="quiet" size="small" onClick={() => setWanted(!typing)}>
          {typing ? 'Choose from a list' : typeWords}
          <span className="visually-hidden"> for {field.label}</span>
        </Button>
        {state.kind === 'loaded' && state.pickPath !== null ? (
          <PickLink path={state.pickPath} label={field.label} onPicked={take} />
        ) : null}
        {tools}
      </div>
    </div>
  )
}
