import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { offered, type OptionsState } from './options-flow.ts'
import { useOptions } from './use-options.ts'

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
}

/** A select with the service's current options; with several accounts there, those of the chosen one. */
export function LiveSelect({ label, name, hint, error, required, resolveUrl, saved, serviceName, accounts }: Props) {
  const id = useId()
  const [account, setAccount] = useState<string | null>(null)
  const { state, ask } = useOptions(resolveUrl, account)
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
        defaultValue={saved}
        placeholder={state.kind === 'loading' ? 'Loading…' : 'Choose…'}
        options={offered(state, saved)}
      />
      <Trouble state={state} serviceName={serviceName} onRetry={ask} />
    </div>
  )
}

function Trouble({ state, serviceName, onRetry }: { state: OptionsState; serviceName: string; onRetry: () => void }) {
  const words =
    state.kind === 'failed'
      ? state.message
      : state.kind === 'empty'
        ? `${serviceName} has nothing to choose from yet. Add something there, then look again.`
        : null
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a button has no place in an output
    <div className="trouble" role="status">
      {words === null ? null : (
        <>
          <p>{words}</p>
          {state.kind === 'failed' && state.reconnectPath !== null ? (
            <ButtonLink kind="secondary" size="small" href={state.reconnectPath}>
              Reconnect {serviceName}
            </ButtonLink>
          ) : (
            <Button kind="secondary" size="small" onClick={onRetry}>
              {state.kind === 'failed' ? 'Try again' : 'Look again'}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
