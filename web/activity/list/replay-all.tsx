import { runApi } from '../../browser/api/run-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import { countOfRuns } from '../../ui/run-state/count-of-runs.ts'
import type { Filter } from './activity-filter.ts'
import './replay-all.css'

type Props = {
  filter: Filter
  /** On a single Applet's page, that Applet. */
  appletId: number | null
  onReplayed: () => void
}

/** Replays every failed run that the filter shows. */
export function ReplayAll({ filter: { q, applet }, appletId, onReplayed }: Props) {
  const flash = useFlash()
  const id = appletId ?? (applet === null ? null : Number(applet))
  const presses = usePresses<'replay'>(async () => {
    const { runs } = await runApi.replayAll({ filter: 'failed', ...(q && { q }), ...(id && { applet_id: id }) })
    flash('success', runs === 0 ? 'There is nothing to replay.' : `Replaying ${countOfRuns(runs)}.`)
    onReplayed()
  })
  const { state } = presses
  return (
    <div className="replay-all">
      <Button kind="secondary" size="small" busy={presses.isWorking('replay')} onClick={() => presses.ask('replay')}>
        Replay all failed runs
      </Button>
      <ErrorPanel title={state.kind === 'idle' ? state.problem : null} />
      <ConfirmDialog
        open={state.kind !== 'idle'}
        title="Replay all failed runs?"
        action="Replay"
        busy={state.kind === 'working'}
        onCancel={presses.decline}
        onConfirm={presses.confirm}
      >
        <p>
          Every failed run that your filters match continues with the step that failed, also those on older pages. Steps
          that succeeded are not done again.
        </p>
      </ConfirmDialog>
    </div>
  )
}
