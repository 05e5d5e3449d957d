import { useState, type ComponentProps, type ReactNode } from 'react'
import { searchAddress } from '../../../worker/contract/connections/options-address.ts'
import type { OptionsState } from '../../site/live-options/options-flow.ts'
import { OptionsTrouble } from '../../site/live-options/options-trouble.tsx'
import { PickLink } from '../../site/live-options/pick-link.tsx'
import { useOptions } from '../../site/live-options/use-options.ts'
import { Button } from '../../ui/button/button.tsx'
import { Combobox } from '../../ui/listbox/combobox.tsx'

type Props = Pick<ComponentProps<typeof Combobox>, 'id' | 'name' | 'label' | 'hint' | 'error' | 'optional'> & {
  value: string
  /** The label that the value had when it was chosen; null where nobody kept it. */
  known: string | null
  /** As its field's. */
  said: string | null
  resolveUrl: string
  /** The field's slug, where its choices are found by what is typed in it; else null. */
  search: string | null
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
  const {
    value,
    known,
    said,
    resolveUrl,
    search,
    account,
    serviceName,
    onChoose,
    onLeave,
    typeWords,
    typed,
    tools,
    ...field
  } = props
  const [text, setText] = useState(known === null ? value : '')
  const address = search === null ? resolveUrl : searchAddress(resolveUrl, search, text)
  const { state, ask } = useOptions(address, account)
  const { options } = state
  const chosen = options.find((option) => option.value === value)
  const unlisted = value.includes('{{') || (search === null && state.kind === 'loaded' && value !== '' && !chosen)
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
          chosen={chosen?.label ?? known ?? value}
          sought={said ?? ''}
          {...(search === null
            ? { placeholder: state.kind === 'loading' ? 'Loading…' : 'Choose…' }
            : { placeholder: 'Type to search…', onSearch: setText, isFound: state.kind === 'loaded' })}
          options={options}
          nothing={nothingWords(state.kind, serviceName, address)}
          onChoose={(option) => onChoose(option.value, option.label)}
          onClear={() => onChoose('')}
          onLeave={onLeave}
        />
      )}
      {search !== null && state.kind === 'empty' ? null : (
        <OptionsTrouble state={state} serviceName={serviceName} onRetry={ask} />
      )}
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

function nothingWords(state: OptionsState['kind'], serviceName: string, address: string | null): string {
  if (address === null) return 'Type the first letters.'
  return state === 'loading' ? `Asking ${serviceName}…` : `${serviceName} has nothing that matches.`
}
