import { runApi } from '../../browser/api/run-calls.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'

/** Beside a hook's address: runs the Applet with a sample, and opens that run. */
export function TestEvent({ appletId }: { appletId: number }) {
  const presses = usePresses<'test'>(async () => goTo(`/activity/runs/${(await runApi.testRun(appletId)).run}`))
  return (
    <>
      <Button kind="secondary" size="small" busy={presses.isWorking('test')} onClick={() => presses.press('test')}>
        Send a test event
      </Button>
      <ErrorPanel title={presses.problem} />
    </>
  )
}
