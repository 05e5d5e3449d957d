import { useId, type ReactNode } from 'react'
import { api } from '../../browser/api/api-calls.ts'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { Switch } from '../../ui/switch/switch.tsx'
import { useSwitch } from '../../ui/switch/use-switch.ts'
import { statusOf } from '../connect/flow/connect-state.ts'
import type { NotificationsInput } from '../../../worker/contract/applets/applet-input.ts'
import type { Connect } from '../connect/driver/use-connect.ts'
import { failedTo } from '../words/applet-words.ts'
import { isOutdated, refusalWords } from '../words/refusal-words.ts'
import './notification-switches.css'
import '../../ui/switch/switch.css'

/** `here`: whether this browser shows the notifications, rendered below the switch for runs while it is on. */
type Props = { connect: Connect; here: ReactNode }

/** Both switches only while the Applet is enabled; the one for runs only where push can be enabled (§2.1). */
export function Notifications({ connect, here }: Props) {
  const heading = useId()
  const { state } = connect
  if (!state.viewer || statusOf(state) !== 'enabled_for_user') return null
  return (
    // Not a control: a pointer that comes near may soon press a switch and leave.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className="notifications" aria-labelledby={heading} onPointerEnter={api.prepare} onFocus={api.prepare}>
      <h2 id={heading}>Notifications</h2>
      {state.viewer.can_push_enable ? (
        <NotificationSwitch connect={connect} name="pushEnabled" label="Notify me when this runs" whileOn={here} />
      ) : null}
      <NotificationSwitch
        connect={connect}
        name="failedAppletRunNotificationsEnabled"
        label="Notify me if this fails to run"
      />
      <p>
        <a href="/settings#notifications">Where they are shown</a>
      </p>
    </section>
  )
}

/** Named like the call's fields (§7) and the Applet's data. */
const SETTINGS = {
  pushEnabled: 'push_enabled',
  failedAppletRunNotificationsEnabled: 'failed_applet_run_notifications_enabled',
} as const satisfies Record<Exclude<keyof NotificationsInput, 'appletId'>, string>

type SwitchProps = { connect: Connect; name: keyof typeof SETTINGS; label: string; whileOn?: ReactNode }

/** Each is saved on its own. */
function NotificationSwitch({ connect: { state, send }, name, label, whileOn }: SwitchProps) {
  const { applet, viewer } = state
  const flash = useFlash()
  const ports = {
    save: (on: boolean) => api.setNotifications(applet.id, { [name]: on }),
    flash: (error: unknown) => flash('danger', refusalWords(error, failedTo('updating', applet))),
    // It was disabled or deleted elsewhere, so the page loads the current state.
    refused(error: unknown) {
      if (isOutdated(error)) send({ type: 'returned' })
    },
  }
  const turned = useSwitch(viewer, (answer) => answer?.[SETTINGS[name]] ?? false, ports)
  return (
    <>
      <Switch {...turned} label={label} />
      {turned.on ? whileOn : null}
    </>
  )
}
