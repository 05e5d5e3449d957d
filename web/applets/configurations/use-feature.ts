import { appletPath, resetLoginPath, safeReturnTo } from '../../../worker/contract/addresses.ts'
import type { AppletForViewer } from '../../../worker/contract/applets/applet.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { useSwitch } from '../../ui/switch/use-switch.ts'
import type { Connect } from '../connect/driver/use-connect.ts'
import { CONNECTION_NOT_UPDATED, CONNECTION_UPDATED } from '../words/applet-words.ts'
import { isOutdated, refusalWords } from '../words/refusal-words.ts'

type Given = {
  connect: Connect
  viewer: AppletForViewer
  slug: string
  save: (change: { slug: string; disabled: boolean }) => Promise<void>
}

/** Switches one feature, on until its user turned it off, and says how it went in the words of §8. */
export function useFeature({ connect: { state, send }, viewer, slug, save }: Given) {
  const flash = useFlash()
  /** To sign in, or to the edit path for a feature that needs configuration or fails validation (§8). */
  const wayOn = (refusal: RequestError['error']) =>
    refusal?.code === 'not_signed_in' ? resetLoginPath(appletPath(state.applet)) : safeReturnTo(refusal?.redirect_to)
  const ports = {
    save: (on: boolean) => save({ slug, disabled: !on }),
    saved: () => flash('success', CONNECTION_UPDATED),
    flash(error: unknown) {
      if (wayOn(refusalOf(error)) === null) flash('danger', refusalWords(error, CONNECTION_NOT_UPDATED))
    },
    refused(error: unknown) {
      const refusal = refusalOf(error)
      const to = wayOn(refusal)
      if (refusal?.code === 'needs_configuration' && to) leaveFlash({ type: 'danger', message: refusal.message })
      if (to) goTo(to)
      // Another tab or device changed it, so the server has the current state.
      else if (isOutdated(error)) send({ type: 'returned' })
    },
  }
  return useSwitch(viewer, ({ configurations }) => !isOff(configurations, slug), ports)
}

function isOff(features: AppletForViewer['configurations'], slug: string): boolean {
  return features.find((each) => each.slug === slug)?.live_configurations[0]?.disabled ?? false
}

function refusalOf(error: unknown) {
  return error instanceof RequestError ? error.error : undefined
}
