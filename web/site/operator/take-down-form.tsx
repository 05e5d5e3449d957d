import { useEffect, useRef } from 'react'
import { TAKEDOWN_REASON_MAX } from '../../../worker/contract/moderation/applet-report.ts'
import { operatorApi } from '../../browser/api/operator-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { Field, SelectField, TextAreaField } from '../../ui/form/field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'

/** `name`: an Applet's id, address or friendly id, or an author's user name; empty at first. */
export type TakenDown = { kind: 'applet' | 'author'; name: string }

type Props = { asked: TakenDown; takesFocus: boolean; onTakenDown: () => Promise<void> }

/** Takes down an Applet, or all of an author, and tells them why. Used once: the next one is another form. */
export function TakeDownForm({ asked, takesFocus, onTakenDown }: Props) {
  const which = useRef<HTMLInputElement>(null)
  const reason = useRef<HTMLTextAreaElement>(null)
  const { form, busy, problem } = useForm(['kind', 'name', 'reason'], async (values) => {
    const input = { taken_down: true, reason: values.reason } as const
    const name = lastOfAddress(values.name)
    await (values.kind === 'author' ? operatorApi.hideAuthor(name, input) : operatorApi.takeDownApplet(name, input))
    await onTakenDown()
  })
  useEffect(() => {
    if (takesFocus) (asked.name === '' ? which : reason).current?.focus()
  }, [asked, takesFocus])
  return (
    <form className="form" {...form} aria-label="Take down">
      <SelectField
        label="Take down"
        name="kind"
        defaultValue={asked.kind}
        options={[
          { label: 'an Applet', value: 'applet' },
          { label: 'all Applets of an author', value: 'author' },
        ]}
      />
      <Field
        label="Which one"
        name="name"
        ref={which}
        required
        autoComplete="off"
        autoCapitalize="none"
        defaultValue={asked.name}
        hint="The id or address of an Applet, or the user name of an author."
        error={problem.fields.name}
      />
      <TextAreaField
        label="Reason"
        name="reason"
        ref={reason}
        required
        rows={2}
        maxLength={TAKEDOWN_REASON_MAX}
        hint="The author is mailed this, with the address for appeals."
        error={problem.fields.reason}
      />
      <ErrorPanel title={problem.message} />
      <div>
        <Button type="submit" kind="danger" busy={busy}>
          Take down
        </Button>
      </div>
    </form>
  )
}

/** "https://site.example/applets/star-to-sheet?x=1" → "star-to-sheet". */
function lastOfAddress(given: string): string {
  const [path = ''] = given.trim().split(/[?#]/)
  return path.replace(/\/+$/, '').split('/').at(-1) ?? ''
}
