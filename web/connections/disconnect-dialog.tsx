import type { ConnectedAccount } from '../../worker/contract/connections/service.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import type { DisconnectState } from './disconnect-flow.ts'

type Props = { state: DisconnectState; onCancel: () => void; onConfirm: () => void }

/** Says what will stop before disconnecting. */
export function DisconnectDialog({ state, onCancel, onConfirm }: Props) {
  const open = state.kind !== 'listed'
  return (
    <ConfirmDialog
      open={open}
      title={open ? `Disconnect ${state.account.service.name}?` : 'Disconnect'}
      action="Disconnect"
      busy={state.kind === 'disconnecting'}
      problem={state.kind === 'asking' ? state.message : null}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {open ? <Consequences account={state.account} /> : null}
    </ConfirmDialog>
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
