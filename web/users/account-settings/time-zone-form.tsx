import { ownAccountApi } from '../../browser/api/own-account-calls.ts'
import { SelectField } from '../../ui/form/field.tsx'
import { useInBrowser } from '../../ui/state/use-in-browser.ts'
import { SettingsForm } from './settings-form.tsx'
import { useSavedForm } from './use-saved-form.ts'
import { zoneOptions, type ZoneOption } from './zone-options.ts'

const DEVICE = 'device'
const NONE: readonly ZoneOption[] = []

/** The zone that Applets and mails follow. The browser knows the list, so it comes with the script. */
export function TimeZoneForm({ timezone, chosen }: { timezone: string | null; chosen: boolean }) {
  const zones = useInBrowser(zoneOptions, NONE)
  const state = useSavedForm(
    ['timezone'],
    (values) => ownAccountApi.setTimeZone(values.timezone === DEVICE ? null : values.timezone),
    () => 'Your time zone is saved.',
  )
  const current = timezone ?? 'UTC'
  const known = zones.some(({ value }) => value === current)
  const options = [
    { value: DEVICE, label: "This device's time zone" },
    ...(known ? [] : [{ value: current, label: current.replaceAll('_', ' ') }]),
    ...zones,
  ]
  return (
    <SettingsForm id="time-zone" title="Time zone" state={state} button="Save time zone">
      <SelectField
        key={zones.length}
        label="Your time zone"
        name="timezone"
        id="timezone"
        options={options}
        defaultValue={chosen ? current : DEVICE}
        error={state.problem.fields.timezone}
        hint="Your Applets' schedules and your emails follow it."
      />
    </SettingsForm>
  )
}
