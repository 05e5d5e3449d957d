import { useId, type ReactNode } from 'react'
import { api } from '../../browser/api/api-calls.ts'
import { Switch } from '../../ui/switch/switch.tsx'
import { statusOf } from '../connect/flow/connect-state.ts'
import type { Connect } from '../connect/driver/use-connect.ts'
import { useNotification, type Notification } from './use-notification.ts'
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

type SwitchProps = { connect: Connect; name: Notification; label: string; whileOn?: ReactNode }

function NotificationSwitch({ connect, name, label, whileOn }: SwitchProps) {
  const { state, driver } = useNotification(connect, name)
  return (
    <>
      <Switch
        label={label}
        on={state.on}
        aria-busy={state.kind === 'saving' ? true : undefined}
        onTurn={(on) => driver.send({ type: 'toggled', on })}
      />
      {state.on ? whileOn : null}
    </>
  )
}
