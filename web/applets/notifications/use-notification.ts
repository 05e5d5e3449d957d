import { useEffect, useState } from 'react'
import type { NotificationsInput } from '../../../worker/contract/applets/applet-input.ts'
import { api } from '../../browser/api/api-calls.ts'
import { whenHidden } from '../../browser/observe/when-hidden.ts'
import { useExternalStore } from '../../ui/state/external-store.ts'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { failedTo } from '../words/applet-words.ts'
import { isOutdated, refusalWords } from '../words/refusal-words.ts'
import { SwitchDriver } from '../../ui/switch/switch-driver.ts'
import type { Connect } from '../connect/driver/use-connect.ts'

/** Named like the call's fields (§7) and the Applet's data. */
const SETTINGS = {
  pushEnabled: 'push_enabled',
  failedAppletRunNotificationsEnabled: 'failed_applet_run_notifications_enabled',
} as const satisfies Record<Exclude<keyof NotificationsInput, 'appletId'>, string>
export type Notification = keyof typeof SETTINGS

/** One of the two switches; each is saved on its own. */
export function useNotification({ state: { applet, viewer }, send }: Connect, name: Notification) {
  const flash = useFlash()
  const [driver] = useState(
    () =>
      new SwitchDriver(viewer?.[SETTINGS[name]] ?? false, {
        save: (on) => api.setNotifications(applet.id, { [name]: on }),
        flash: (error) => flash('danger', refusalWords(error, failedTo('updating', applet))),
        // It was disabled or deleted elsewhere, so the page loads the current state.
        refused: (error) => {
          if (isOutdated(error)) send({ type: 'returned' })
        },
      }),
  )
  const state = useExternalStore(driver)
  useEffect(() => driver.open(), [driver])
  useEffect(() => whenHidden(() => driver.send({ type: 'hidden' })), [driver])
  // Each server response is a new object, even with the same content.
  useEffect(() => {
    if (viewer) driver.send({ type: 'read', on: viewer[SETTINGS[name]] })
  }, [driver, viewer, name])
  return { state, driver }
}
