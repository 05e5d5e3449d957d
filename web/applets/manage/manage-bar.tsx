import { PressButton } from '../../ui/button/press-button.tsx'
import { REMOVAL, type Removal } from '../words/applet-words.ts'
import { usePart, type Approach } from '../../ui/part/use-part.ts'
import { copyPath, editPath } from '../../../worker/contract/addresses.ts'
import { Rename } from './rename-applet.tsx'
import { TryApplet } from './try-applet.tsx'
import { isBusy, statusOf, type ConnectState } from '../connect/flow/connect-state.ts'
import type { Connect } from '../connect/driver/use-connect.ts'
import { useManage, type Manage } from './use-manage.ts'
import './manage-bar.css'

const loadDialog = () => import('./manage-dialogs.tsx').then(({ RemovalDialog }) => RemovalDialog)

/** What the viewer can do with the Applet itself: edit, rename, try, turn off, copy, and delete or archive it (§2.1). */
export function ManageBar({ connect }: { connect: Connect }) {
  const manage = useManage(connect)
  const [Dialog, approach] = usePart(manage.state.kind === 'asking', loadDialog, manage.decline)
  const { state } = connect
  const { applet, viewer } = state
  const removal = removalFor(state)
  if (!removal && !viewer?.is_author) return null
  return (
    <section className="manage-bar" aria-label="Manage">
      <div className="page">
        {canEdit(state) ? <a href={editPath(applet)}>Edit</a> : null}
        {viewer?.is_author && !applet.taken_down ? <Rename connect={connect} /> : null}
        {statusOf(state) === 'enabled_for_user' && !applet.taken_down ? <TryApplet id={applet.id} /> : null}
        <Turn connect={connect} />
        {applet.published || applet.taken_down || !removal ? null : <a href={copyPath(applet)}>Make a copy</a>}
        {removal ? <RemovalLink removal={removal} manage={manage} approach={approach} /> : null}
      </div>
      {removal && Dialog ? <Dialog removal={removal} manage={manage} viewed={state} /> : null}
    </section>
  )
}

/**
 * Shown to users who once enabled it and to its author, who archives it (§2.1, §6). An archived one is gone already.
 */
function removalFor(state: ConnectState): Removal | null {
  const status = statusOf(state)
  if (!state.viewer || status === 'archived') return null
  if (state.viewer.is_author) return 'archive'
  return status === 'never_enabled_for_user' ? null : 'delete'
}

/** An author edits all of it, other users what they fill in. Of what was taken down, nothing changes. */
function canEdit(state: ConnectState): boolean {
  const { applet, viewer } = state
  if (applet.taken_down) return false
  const isOwn = viewer?.is_author && applet.config_type === 'static' && viewer.status !== 'archived'
  return isOwn || (statusOf(state) === 'enabled_for_user' && applet.has_fields)
}

/** Presses the main button, which shows how it goes. The first time needs that button's own words. */
function Turn({ connect: { state, send } }: { connect: Connect }) {
  const status = statusOf(state)
  if (status !== 'enabled_for_user' && (status !== 'disabled_for_user' || state.applet.taken_down)) return null
  const busy = isBusy(state)
  return (
    <PressButton aria-disabled={busy ? true : undefined} onClick={() => (busy ? undefined : send({ type: 'pressed' }))}>
      {status === 'enabled_for_user' ? 'Turn off' : 'Turn on'}
    </PressButton>
  )
}

type LinkProps = { removal: Removal; manage: Manage; approach: Approach }

function RemovalLink({ removal, manage: { isWorking, removed, ask }, approach }: LinkProps) {
  const { label, busy, done } = REMOVAL[removal]
  const working = isWorking(removal)
  return (
    <PressButton
      {...approach}
      className="removal"
      aria-disabled={working || removed ? true : undefined}
      onClick={() => removed || ask(removal)}
    >
      {removed ? done : working ? busy : label}
    </PressButton>
  )
}
