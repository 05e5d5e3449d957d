import type { ConnectedAccount } from '../../worker/contract/connections.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import type { DisconnectState } from './disconnect-flow.ts'

type Props = { state: DisconnectState; onCancel: () => void; onConfirm: () => void }

/** Says what stops before it stops. */
export function DisconnectDialog({ state, onCancel, onConfirm }: Props) {
  const open = state.kind !== 'listed'
  return (
    <Dialog open={open} title={open ? `Disconnect ${state.account.service.name}?` : 'Disconnect'} onClose={onCancel}>
      {open ? <Consequences account={state.account} /> : null}
      {state.kind === 'asking' && state.message ? <ErrorPanel title={state.message} /> : null}
      <div className="actions">
        <Button kind="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button kind="danger" busy={state.kind === 'disconnecting'} onClick={onConfirm}>
          Disconnect
        </Button>
      </div>
    </Dialog>
  )
}

export function Consequences({ account: { account_name, service, used_by } }: { account: ConnectedAccount }) {
  if (used_by.length === 0) {
    return (
      <p>
        This removes <b>{account_name}</b>. None of your Applets use {service.name} now.
      </p>
    )
  }
  return (
    <>
      <p>
        This removes <b>{account_name}</b>. Until you connect {service.name} again,{' '}
        {used_by.length === 1 ? 'this Applet stops' : 'these Applets stop'} working:
      </p>
      <ul>
        {used_by.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  )
}
