import { appletPath } from '../../../worker/contract/addresses.ts'
import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { publishApi } from '../../browser/api/publish-calls.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { AskedButton } from '../../ui/press/asked-button.tsx'

/** Makes a published Applet private again. */
export function TakeItBack({ applet }: { applet: Applet }) {
  const takeBack = async () => {
    await publishApi.unpublish(applet.id)
    leaveFlash({ type: 'success', message: 'This Applet is private again.' })
    goTo(appletPath(applet))
  }
  return (
    <section aria-labelledby="take-back">
      <h2 id="take-back">Take it back</h2>
      <p>Nobody finds it anymore. For those who have it turned on, it runs on as it is.</p>
      <AskedButton label="Take it back" title="Take this Applet back?" action="Take it back" work={takeBack}>
        It becomes private again: its page is gone for everyone who does not have it turned on.
      </AskedButton>
    </section>
  )
}
