import { api } from '../../browser/api/api-calls.ts'
import { messageOf } from '../../browser/request/request-error.ts'
import { Switch } from '../../ui/switch/switch.tsx'
import { useSwitch } from '../../ui/switch/use-switch.ts'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import './reminder-setting.css'
import '../../ui/switch/switch.css'

/** In /settings: whether we send mails about an unfinished upgrade. */
export function ReminderSetting({ reminders }: { reminders: boolean }) {
  const flash = useFlash()
  const turned = useSwitch(reminders, Boolean, {
    save: (on) => api.setReminders(on),
    flash: (error) => flash('danger', messageOf(error)),
  })
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
      <Switch {...turned} label="Reminders about an unfinished upgrade" />
      <p>One email with a link back, at most once a week.</p>
    </section>
  )
}
