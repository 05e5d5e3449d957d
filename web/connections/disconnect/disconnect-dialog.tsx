import type { ReactNode } from 'react'
import type { ConnectedAccount, UseOfService } from '../../../worker/contract/connections/service.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { useDisconnect } from './use-disconnect.ts'

type Props = ReturnType<typeof useDisconnect>['dialog']

/** Says what will stop before disconnecting. */
export function DisconnectDialog({ account, ...dialog }: Props) {
  return (
    <ConfirmDialog
      {...dialog}
      title={account ? `Disconnect ${account.service.name}?` : 'Disconnect'}
      action="Disconnect"
    >
      {account ? <Consequences account={account} /> : null}
    </ConfirmDialog>
  )
}

/** The Applets that the account's removal stops now, and those that cannot be turned on again without it. */
export function Consequences({ account: { account_name, service, used_by } }: { account: ConnectedAccount }) {
  const needing = used_by.filter(({ needs_account }) => needs_account)
  const stopping = needing.filter(({ enabled }) => enabled)
  const off = needing.filter(({ enabled }) => !enabled)
  return (
    <>
      <p>
        This removes <b>{account_name}</b>. {needing.length === 0 ? nothingStops(service.name, used_by.length) : null}
      </p>
      <Applets uses={stopping}>
        Until you connect {service.name} again, {stopping.length === 1 ? 'this Applet stops' : 'these Applets stop'}{' '}
        working:
      </Applets>
      <Applets uses={off}>
        {off.length === 1 ? 'This Applet is turned off and needs' : 'These Applets are turned off and need'}{' '}
        {service.name} again before {off.length === 1 ? 'it can' : 'they can'} run:
      </Applets>
    </>
  )
}

function nothingStops(service: string, uses: number): string {
  return uses === 0
    ? 'None of your Applets use this account now.'
    : `Your Applets continue with your other account of ${service}.`
}

function Applets({ uses, children }: { uses: readonly UseOfService[]; children: ReactNode }) {
  if (uses.length === 0) return null
  return (
    <>
      <p>{children}</p>
      <ul>
        {uses.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  )
}
