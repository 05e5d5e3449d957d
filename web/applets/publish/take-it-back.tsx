import { appletPath } from '../../../worker/contract/addresses.ts'
import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { publishApi } from '../../browser/api/publish-calls.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'

/** Makes a published Applet private again. */
export function TakeItBack({ applet }: { applet: Applet }) {
  const presses = usePresses<'unpublish'>(async () => {
    await publishApi.unpublish(applet.id)
    leaveFlash({ type: 'success', message: 'This Applet is private again.' })
    goTo(appletPath(applet))
  })
  const { state } = presses
  return (
    <section aria-labelledby="take-back">
      <h2 id="take-back">Take it back</h2>
      <p>Nobody finds it anymore. For those who have it turned on, it runs on as it is.</p>
      <ErrorPanel title={state.kind === 'idle' ? state.problem : null} />
      <div>
        <Button kind="secondary" busy={presses.isWorking('unpublish')} onClick={() => presses.ask('unpublish')}>
          Take it back
        </Button>
      </div>
      <ConfirmDialog
        open={state.kind === 'asking' || state.kind === 'working'}
        title="Take this Applet back?"
        action="Take it back"
        busy={state.kind === 'working'}
        onCancel={presses.decline}
        onConfirm={presses.confirm}
      >
        <p>It becomes private again: its page is gone for everyone who does not have it turned on.</p>
      </ConfirmDialog>
    </section>
  )
}
