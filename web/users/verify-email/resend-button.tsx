import { Button } from '../../ui/button/button.tsx'
import { useResend, type ResendState } from './use-resend.ts'
import './resend-button.css'

/** "Send the link again" and its outcome. */
export function ResendButton({ email }: { email: string }) {
  const { state, resend } = useResend()
  return (
    <div className="resend-button">
      {state.kind === 'sent' ? null : (
        <Button kind="secondary" size="small" busy={state.kind === 'sending'} onClick={() => void resend()}>
          Send the link again
        </Button>
      )}
      <p aria-live="polite">{outcomeOf(state, email)}</p>
    </div>
  )
}

export function outcomeOf(state: ResendState, email: string): string {
  if (state.kind === 'sent') return `A new link is on its way to ${email}. It works for a day.`
  return state.kind === 'refused' ? state.message : ''
}
