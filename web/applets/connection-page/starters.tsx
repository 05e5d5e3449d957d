import { TestEvent } from '../../activity/health/test-event.tsx'
import type { AppletOfUser } from '../../../worker/contract/applets/applet.ts'
import type { SecretAddress } from '../../../worker/contract/hooks/secret-address.ts'
import { AddressBox } from '../address/address-box.tsx'
import type { Connect } from '../connect/driver/use-connect.ts'
import { statusOf } from '../connect/flow/connect-state.ts'
import { PressBox } from '../press/press-box.tsx'

type Props = { connect: Connect; token: string; onPressed: () => void }

/** The ways to start an Applet from outside of a service: only while it is enabled. */
export function Starters({ connect: { state, send }, token, onPressed }: Props) {
  const { applet, viewer } = state
  if (statusOf(state) !== 'enabled_for_user') return null
  const replace = (replaced: AppletOfUser) => send({ type: 'appletReplaced', applet: replaced })
  return (
    <>
      {applet.has_button ? <PressBox appletId={applet.id} token={token} onPressed={onPressed} /> : null}
      {viewer?.mail_address ? (
        <AddressBox appletId={applet.id} kind="mail_address" address={viewer.mail_address} onReplaced={replace} />
      ) : null}
      {applet.has_webhook ? (
        <AddressBox appletId={applet.id} kind="hook_url" address={addressOf(viewer?.hook_url)} onReplaced={replace}>
          <TestEvent appletId={applet.id} />
        </AddressBox>
      ) : null}
    </>
  )
}

/** A URL that is stored but cannot be read anymore comes as null. */
function addressOf(url: string | null | undefined): SecretAddress {
  return url ? { kind: 'shown', address: url } : { kind: 'lost' }
}
