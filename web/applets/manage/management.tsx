import { ButtonLink } from '../../ui/button/button.tsx'
import { PressButton } from '../../ui/button/press-button.tsx'
import { REMOVAL, type Removal } from '../words/applet-words.ts'
import { usePart, type Approach } from '../../ui/part/use-part.ts'
import { editPath, publishPath } from '../../../worker/contract/addresses.ts'
import { Rename } from './rename-applet.tsx'
import { statusOf, type ConnectState } from '../connect/flow/connect-state.ts'
import type { ManageState } from './manage-flow.ts'
import type { Connect } from '../connect/driver/use-connect.ts'
import { useManage, type Manage } from './use-manage.ts'
import './management.css'

const loadDialog = () => import('./removal-dialog.tsx').then(({ RemovalDialog }) => RemovalDialog)

/** The viewer's options for the Applet itself: edit, delete, archive or publish it (§2.1). */
export function Management({ connect, onRenamed }: { connect: Connect; onRenamed: (name: string) => void }) {
  const manage = useManage(connect)
  const [Dialog, approach] = usePart(manage.state.kind === 'asking', loadDialog, manage.decline)
  const { state } = connect
  const removal = removalFor(state)
  const { can_publish: publishable = false, is_author = false } = state.viewer ?? {}
  if (!removal && !is_author) return null
  return (
    <section className="management" aria-label="Manage">
      {publishable ? (
        <div className="publish">
          <p>Publish this Applet so anyone can use it</p>
          <ButtonLink kind="secondary" size="small" href={publishPath(state.applet)}>
            Publish
          </ButtonLink>
        </div>
      ) : null}
      <div className="links">
        {canEdit(state) ? <a href={editPath(state.applet)}>Edit</a> : null}
        {removal === 'archive' && state.applet.published ? <a href={publishPath(state.applet)}>Publication</a> : null}
        {is_author ? <Rename connect={connect} onRenamed={onRenamed} /> : null}
        {removal ? <RemovalLink removal={removal} manage={manage} approach={approach} /> : null}
      </div>
      {removal && Dialog ? <Dialog removal={removal} manage={manage} /> : null}
    </section>
  )
}

/** Shown to users who once enabled it and to its author, who archives it (§2.1, §6). An archived one is gone already. */
function removalFor(state: ConnectState): Removal | null {
  const status = statusOf(state)
  if (!state.viewer || status === 'archived') return null
  if (state.viewer.is_author) return 'archive'
  return status === 'never_enabled_for_user' ? null : 'delete'
}

/** An author edits all of it, other users what they fill in. */
function canEdit(state: ConnectState): boolean {
  const { applet, viewer } = state
  const isOwn = viewer?.is_author && applet.config_type === 'static' && viewer.status !== 'archived'
  return isOwn || (statusOf(state) === 'enabled_for_user' && applet.has_fields)
}

type LinkProps = { removal: Removal; manage: Manage; approach: Approach }

function RemovalLink({ removal, manage: { state, askRemoval }, approach }: LinkProps) {
  const { label, busy, done } = REMOVAL[removal]
  const working = isAt(state, removal)
  return (
    <PressButton
      {...approach}
      className="removal"
      aria-disabled={working || state.kind === 'done' ? true : undefined}
      onClick={() => askRemoval(removal)}
    >
      {state.kind === 'done' ? done : working ? busy : label}
    </PressButton>
  )
}

function isAt(state: ManageState, deed: string): boolean {
  return state.kind === 'working' && state.deed === deed
}
