import { runApi } from '../../browser/api/run-calls.ts'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { AskedButton } from '../../ui/press/asked-button.tsx'
import { countOfRuns } from '../../ui/run-state/count-of-runs.ts'
import type { Filter } from './activity-filter.ts'

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
  const replay = async () => {
    const { runs } = await runApi.replayAll({ filter: 'failed', ...(q && { q }), ...(id && { applet_id: id }) })
    flash('success', runs === 0 ? 'There is nothing to replay.' : `Replaying ${countOfRuns(runs)}.`)
    onReplayed()
  }
  return (
    <AskedButton
      label="Replay all failed runs"
      size="small"
      title="Replay all failed runs?"
      action="Replay"
      work={replay}
    >
      Every failed run that your filters match continues with the step that failed, also those on older pages. Steps
      that succeeded are not done again.
    </AskedButton>
  )
}
