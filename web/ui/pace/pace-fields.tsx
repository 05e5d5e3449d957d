import { Field, SelectField } from '../form/field.tsx'
import { ZoneNote } from '../form/zone-note.tsx'
import { GAPS, timeText, withChosen, type Pace } from './pace-values.ts'
import './pace-fields.css'

type Props = Pace & { wrong: Readonly<Record<string, string>>; timeZone: string }

/** How often an Applet runs at most, and its quiet hours. `wrong`: by the field's name. */
export function PaceFields({ min_gap, quiet, wrong, timeZone }: Props) {
  return (
    <>
      <SelectField
        label="At most once every"
        name="min_gap"
        options={withChosen(GAPS, min_gap, 'seconds')}
        defaultValue={String(min_gap ?? '')}
        hint="What comes sooner is skipped."
      />
      <fieldset className="quiet-hours">
        <legend>Quiet hours</legend>
        <p className="quiet-text">
          What comes between these times is skipped. Leave both empty for none. <ZoneNote timeZone={timeZone} />
        </p>
        <div className="times">
          <Field
            label="From"
            type="time"
            name="quiet_from"
            defaultValue={timeText(quiet?.from)}
            error={wrong['quiet_from']}
          />
          <Field label="To" type="time" name="quiet_to" defaultValue={timeText(quiet?.to)} error={wrong['quiet_to']} />
        </div>
      </fieldset>
    </>
  )
}
