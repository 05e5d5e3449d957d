import { useEffect, useState } from 'react'
import { api } from '../../browser/api/api-calls.ts'
import { messageOf } from '../../browser/request/request-error.ts'
import { whenHidden } from '../../browser/observe/when-hidden.ts'
import { useExternalStore } from '../../ui/state/external-store.ts'
import { SwitchDriver } from '../../ui/switch/switch-driver.ts'
import { Switch } from '../../ui/switch/switch.tsx'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import './reminder-setting.css'
import '../../ui/switch/switch.css'

/** In /settings: whether we send mails about an unfinished upgrade. */
export function ReminderSetting({ reminders }: { reminders: boolean }) {
  const flash = useFlash()
  const [driver] = useState(
    () =>
      new SwitchDriver(reminders, {
        save: (on) => api.setReminders(on),
        flash: () => {},
        refused: (error) => flash('danger', messageOf(error)),
      }),
  )
  const state = useExternalStore(driver)
  useEffect(() => driver.open(), [driver])
  useEffect(() => whenHidden(() => driver.send({ type: 'hidden' })), [driver])
  return (
    // Not a control: a pointer that comes near may soon press the switch and leave.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className="reminder-setting"
      aria-labelledby="reminders"
      onPointerEnter={api.prepare}
      onFocus={api.prepare}
    >
      <h2 id="reminders">Emails</h2>
      <Switch
        label="Reminders about an unfinished upgrade"
        on={state.on}
        aria-busy={state.kind === 'saving' ? true : undefined}
        onTurn={(on) => driver.send({ type: 'toggled', on })}
      />
      <p>One email with a link back, at most once a week.</p>
    </section>
  )
}
