import { runApi } from '../../browser/api/run-calls.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import type { Viewed } from '../connect/flow/connect-state.ts'
import { ARE_YOU_SURE, REMOVAL, type Removal } from '../words/applet-words.ts'
import type { Manage } from './use-manage.ts'
import { whatRemovalMeans } from './what-removal-means.ts'

/** Asks before an Applet is archived or deleted (§6). */
export function RemovalDialog({ removal, manage, viewed }: { removal: Removal; manage: Manage; viewed: Viewed }) {
  return (
    <ConfirmDialog
      open={manage.state.kind === 'asking'}
      title={ARE_YOU_SURE}
      action={REMOVAL[removal].label}
      onCancel={manage.decline}
      onConfirm={manage.confirm}
    >
      <p>{whatRemovalMeans(removal, viewed)}</p>
    </ConfirmDialog>
  )
}

/** Asks before a run with a sample, because its actions are done; then opens that run. */
export function TryDialog({ id, open, onClose }: { id: number; open: boolean; onClose: () => void }) {
  const { problem, press, isWorking } = usePresses<'try'>(async () =>
    goTo(`/activity/runs/${(await runApi.testRun(id)).run}`),
  )
  return (
    <ConfirmDialog
      open={open}
      title="Try it now?"
      action="Try it"
      busy={isWorking('try')}
      problem={problem}
      onCancel={onClose}
      onConfirm={() => press('try')}
    >
      <p>It runs once with a sample, and its actions are really done.</p>
    </ConfirmDialog>
  )
}
