import { Button, ButtonLink } from '../../ui/button/button.tsx'
import type { OptionsState } from './options-flow.ts'
import './options-trouble.css'

type Props = { state: OptionsState; serviceName: string; onRetry: () => void }

/** Why there is nothing to choose from, and what to do about it. Announced when it appears. */
export function OptionsTrouble({ state, serviceName, onRetry }: Props) {
  const words =
    state.kind === 'failed'
      ? state.message
      : state.kind === 'empty'
        ? `${serviceName} has nothing to choose from yet. Add something there, then look again.`
        : null
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a button has no place in an output
    <div className="options-trouble" role="status">
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
