import { Suspense, use } from 'react'
import type { AppletTrouble } from '../../../../worker/contract/applets/applet-trouble.ts'
import type { FORM_TOKEN } from '../../../../worker/contract/accounts/form-pages.ts'
import { lazyPart } from '../../../site/lazy-part.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { TroubleLine } from '../../words/trouble-line.tsx'
import { ConnectButton } from './connect-button.tsx'
import { announcement } from './connect-label.ts'
import { permissionsOf, returnPath, statusOf, type ConnectState } from '../flow/connect-state.ts'
import { useConnect, useConnectInBrowser, type Connect, type ConnectSession } from '../driver/use-connect.ts'
import './connect-panel.css'

const RestoreApplet = lazyPart('applets/manage/restore-applet.tsx', () =>
  import('../../manage/restore-applet.tsx').then((module) => module.RestoreApplet),
)

/** By its type, so that the page loads no more for it. */
const TOKEN_FIELD: typeof FORM_TOKEN = 'csrf_token'

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

/** In a form, so that a press works without JavaScript: a visitor's signs in, a user's enables the Applet. */
function ViewersPanel({ session }: Props) {
  const viewer = use(session)
  const token = viewer.kind === 'user' ? viewer.me.csrf_token : null
  const connect = useConnect(session)
  const ready = useConnectInBrowser(session, connect?.store ?? null)
  if (!connect) return <Unknown />
  const { state, send } = connect
  if (statusOf(state) === 'archived') return <RestoreApplet connect={connect} />
  const press = () => send({ type: 'pressed' })
  return (
    <>
      <form method={token ? 'post' : undefined} action={token ? returnPath(state) : '/session/reset'}>
        {token ? <input type="hidden" name="rev" value={state.applet.rev} /> : null}
        <input type="hidden" name={token ? TOKEN_FIELD : 'return_to'} value={token ?? returnPath(state)} />
        <ConnectButton state={state} ready={ready} onPress={press} onApproach={() => send({ type: 'approached' })} />
      </form>
      <StatusLine connect={connect} />
      <output className="visually-hidden">{announcement(state)}</output>
    </>
  )
}

/** Shows one notice under the button: the countdown, or what keeps the Applet from its work. */
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
  const trouble = troubleOf(state)
  if (!trouble) return <PausedLine state={state} />
  return (
    <p className="status">
      <span>
        <Glyph name="alert" size={24} />
        <TroubleLine trouble={trouble} applet={{ ...state.applet, services: state.applet.step_services }} />
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

/** Shown only when it stops something: a broken account, or one that an enabled Applet has lost, and what its Runner knows. */
function troubleOf(state: ConnectState): AppletTrouble | null {
  const enabled = statusOf(state) === 'enabled_for_user'
  const left = permissionsOf(state).find(({ service, connected }) => !service.published && !(enabled && connected))
  if (left) return { kind: 'service_left', module_name: left.service.module_name }
  const lost = permissionsOf(state).find(({ connected, broken }) => broken || (enabled && !connected))
  if (lost) return { kind: 'connection', module_name: lost.service.module_name }
  return enabled ? (state.viewer?.trouble ?? null) : null
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
