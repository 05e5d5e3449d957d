import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { FieldOption } from '../../../worker/contract/connections/service.ts'
import { SelectField } from '../../ui/form/field.tsx'
import { offered } from '../../site/live-options/options-flow.ts'
import { OptionsTrouble } from '../../site/live-options/options-trouble.tsx'
import { PickLink } from '../../site/live-options/pick-link.tsx'
import { useOptions } from '../../site/live-options/use-options.ts'

type Account = { id: string; account_name: string }
type Props = {
  label: string
  name: string
  hint: string | null
  error: string | undefined
  required: boolean
  resolveUrl: string
  saved: string
  serviceName: string
  accounts: readonly Account[]
  onListed: (options: readonly FieldOption[]) => void
}

/** A select with the service's current options; with several accounts there, those of the chosen one. */
export function LiveSelect(props: Props) {
  const { label, name, hint, error, required, resolveUrl, saved, serviceName, accounts, onListed } = props
  const id = useId()
  const [account, setAccount] = useState<string | null>(null)
  const { state, ask } = useOptions(resolveUrl, account, onListed)
  const [picked, setPicked] = useState<string | null>(null)
  const chosen = picked ?? saved
  function take(file: string) {
    setPicked(file)
    ask()
  }
  function choose(value: string) {
    setAccount(value)
    ask()
  }
  // An account chosen before hydration.
  const accountField = useRef<HTMLSelectElement>(null)
  const adopt = useEffectEvent(() => {
    const early = accountField.current?.value
    if (early !== undefined && early !== accounts[0]?.id) choose(early)
  })
  useEffect(() => adopt(), [])
  return (
    <div className="live-select" aria-busy={state.kind === 'loading' ? true : undefined}>
      {accounts.length > 1 ? (
        <SelectField
          ref={accountField}
          label={`${serviceName} account`}
          options={accounts.map((each) => ({ label: each.account_name, value: each.id }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      ) : null}
      <SelectField
        // Uncontrolled: a new list is a new select with the saved value chosen.
        key={`${state.kind}-${state.attempt}`}
        id={id}
        name={name}
        label={label}
        hint={hint}
        error={error}
        optional={!required}
        required={required}
        defaultValue={chosen}
        placeholder={state.kind === 'loading' ? 'Loading…' : 'Choose…'}
        options={offered(state, chosen)}
      />
      {state.kind === 'loaded' && state.pickPath !== null ? (
        <PickLink path={state.pickPath} label={label} onPicked={take} />
      ) : null}
      <OptionsTrouble state={state} serviceName={serviceName} onRetry={ask} />
    </div>
  )
}
