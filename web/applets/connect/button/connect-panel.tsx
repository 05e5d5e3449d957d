import { lazy, Suspense } from 'react'
import { reconnectPath } from '../../../../worker/contract/connections/service.ts'
import { Glyph } from '../../../ui/glyph/glyph.tsx'
import { ConnectButton } from './connect-button.tsx'
import { announcement } from './connect-label.ts'
import { permissionsOf, returnPath, statusOf, type ConnectState } from '../flow/connect-state.ts'
import { useConnect, useConnectInBrowser, type Connect, type ConnectSession } from '../driver/use-connect.ts'

const RestoreApplet = lazy(() =>
  import('../../manage/restore-applet.tsx').then(({ RestoreApplet: view }) => ({ default: view })),
)

type Props = { session: Promise<ConnectSession> }

/** The button and the line under it. Reserves their room while the viewer loads, so nothing moves. */
export function ConnectPanel({ session }: Props) {
  return (
    <div className="connect-panel">
      <Suspense fallback={<span className="waiting" aria-hidden="true" />}>
        <ViewersPanel session={session} />
      </Suspense>
    </div>
  )
}

function ViewersPanel({ session }: Props) {
  const connect = useConnect(session)
  useConnectInBrowser(session, connect?.store ?? null)
  if (!connect) return <Unknown />
  const { state, send } = connect
  if (statusOf(state) === 'archived') return <RestoreApplet connect={connect} />
  const press = () => send({ type: 'pressed' })
  return (
    <>
      {state.viewer ? (
        <ConnectButton state={state} onPress={press} onApproach={() => send({ type: 'approached' })} />
      ) : (
        <VisitorsButton state={state} onPress={press} />
      )}
      <StatusLine connect={connect} />
      <output className="visually-hidden">{announcement(state)}</output>
    </>
  )
}

/** A form, so that a press leads to sign-in before the script has loaded, and without scripts. */
function VisitorsButton({ state, onPress }: { state: ConnectState; onPress: () => void }) {
  return (
    <form action="/session/reset" method="get">
      <input type="hidden" name="return_to" value={returnPath(state)} />
      <ConnectButton type="submit" state={state} onPress={onPress} />
    </form>
  )
}

/** Shows one notice under the button: the countdown, or a broken connection. */
function StatusLine({ connect: { state, send } }: { connect: Connect }) {
  if (state.kind === 'counting') {
    return (
      <p className="status">
        <output>Connecting automatically in 3 seconds.</output>
        <button type="button" onClick={() => send({ type: 'countdownCancelled' })}>
          Cancel
        </button>
      </p>
    )
  }
  const broken = brokenConnection(state)
  if (!broken) return <PausedLine state={state} />
  return (
    <p className="status">
      <span>
        <Glyph name="alert" size={24} />
        {broken.name} is no longer connected, so this does not run.{' '}
        <a href={reconnectPath(broken.module_name, returnPath(state))}>Repair the connection</a>
      </span>
    </p>
  )
}

/** Not an error: the Applet returns as soon as a plan allows it. */
function PausedLine({ state: { viewer } }: { state: ConnectState }) {
  if (!viewer?.paused) return <p className="status" />
  return (
    <p className="status">
      <span>
        <Glyph name="alert" size={24} />
        Paused: your plan does not allow it or has no room for it.
      </span>
    </p>
  )
}

/** Shown only when it stops something: a broken account, or one that an enabled Applet has lost. */
function brokenConnection(state: ConnectState) {
  const enabled = statusOf(state) === 'enabled_for_user'
  return permissionsOf(state).find(({ connected, broken }) => broken || (enabled && !connected))?.service ?? null
}

function Unknown() {
  return (
    <p className="status">
      <span>
        <Glyph name="alert" size={24} />
        We could not check whether you use this. Please <a href="?">try again</a>.
      </span>
    </p>
  )
}
