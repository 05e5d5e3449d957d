import { useId, useRef, useState, type SubmitEvent } from 'react'
import type { RunSettings } from '../../../worker/contract/runs/run-answers.ts'
import { runApi } from '../../browser/api/run-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import { PaceFields } from '../../ui/pace/pace-fields.tsx'
import { quietProblem, withChosen } from '../../ui/pace/pace-values.ts'
import { SILENCES, settingsFrom, valuesOf } from './run-settings-fields.ts'
import './run-settings-form.css'
import '../../ui/styles/forms.css'

export type RunSettingsProps = {
  appletId: number
  settings: RunSettings
  timeZone: string
  onSaved: () => Promise<void>
}

/** How often the Applet may run, when it stays quiet, and whether contents are kept. Can be saved again and again. */
export function RunSettingsForm({ appletId, settings, timeZone, onSaved }: RunSettingsProps) {
  const hint = useId()
  const flash = useFlash()
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const { keep_contents, min_gap, quiet, expect_every } = settings
  const presses = usePresses<'save'>(async () => {
    if (!form.current) return
    await runApi.setRunSettings(appletId, settingsFrom(valuesOf(new FormData(form.current))))
    flash('success', 'Saved.')
    await onSaved()
  })
  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const problem = quietProblem(valuesOf(new FormData(event.currentTarget)))
    setWrong(problem)
    const [first] = Object.keys(problem)
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else presses.press('save')
  }
  return (
    <form ref={form} className="form" noValidate onSubmit={save}>
      <PaceFields {...{ min_gap, quiet, wrong, timeZone }} />
      <SelectField
        label="Tell me when nothing came for"
        name="expect_every"
        options={withChosen(SILENCES, expect_every, 'hours')}
        defaultValue={String(expect_every ?? '')}
      />
      <div className="check">
        <label>
          <input
            type="checkbox"
            name="drop_contents"
            value="yes"
            defaultChecked={!keep_contents}
            aria-describedby={hint}
          />
          <span>Don't keep contents</span>
        </label>
        <p className="quiet-text" id={hint}>
          What came and what was sent is blanked when a run ends. Such a run cannot be replayed.
        </p>
      </div>
      <ErrorPanel title={presses.problem} />
      <Button kind="secondary" type="submit" busy={presses.isWorking('save')}>
        Save
      </Button>
    </form>
  )
}
