import { ownAccountApi } from '../../api/own-account-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { useInBrowser } from '../../ui/state/use-in-browser.ts'
import { useSavedForm } from './use-saved-form.ts'
import { zoneOptions, type ZoneOption } from './zone-options.ts'

const DEVICE = 'device'
const NONE: readonly ZoneOption[] = []

/** The zone that Applets and mails follow. The browser knows the list, so it comes with the script. */
export function TimeZoneForm({ timezone, chosen }: { timezone: string | null; chosen: boolean }) {
  const zones = useInBrowser(zoneOptions, NONE)
  const { form, busy, problem } = useSavedForm(
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
    <section className="account-part" aria-labelledby="time-zone">
      <h2 id="time-zone">Time zone</h2>
      <form className="form" {...form}>
        <SelectField
          key={zones.length}
          label="Your time zone"
          name="timezone"
          id="timezone"
          options={options}
          defaultValue={chosen ? current : DEVICE}
          error={problem.fields.timezone}
          hint="Your Applets' schedules and your emails follow it."
        />
        <ErrorPanel title={problem.message} />
        <Button type="submit" kind="secondary" busy={busy}>
          Save time zone
        </Button>
      </form>
    </section>
  )
}
