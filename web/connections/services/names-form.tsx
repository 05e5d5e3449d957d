import { useState } from 'react'
import type { AddedService } from '../../../worker/contract/services/service-file.ts'
import { operatorApi } from '../../browser/api/operator-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { Field, SelectField } from '../../ui/form/field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { chooseSignIn, fillGaps, manifestGaps, type ToldService } from './manifest-gaps.ts'

type Props = {
  told: ToldService
  gaps: readonly string[]
  serviceKey: string
  onSaved: (service: AddedService) => void
  /** Told with what is typed so far. */
  onEditJson: (file: string) => void
}

const CONNECTING = [
  { value: 'oauth2', label: 'They sign in at the service' },
  { value: 'none', label: 'They need no account' },
]
const CONNECTING_HINTS = {
  oauth2: 'Register this site at the service, and put its client into the setting SERVICE_CREDENTIALS.',
  none: 'The service key opens it for everyone.',
}

/** The form for all that only a person can say of an imported service: names, and how people connect. */
export function NamesForm({ told, gaps, serviceKey, onSaved, onEditJson }: Props) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const signsIn = chosen ?? told.sign_in !== null
  const { draft, paths } = chooseSignIn(told, signsIn)
  const names = [...gaps, ...paths]
  const { form, busy, problem } = useForm(names, async (values) =>
    onSaved(await operatorApi.saveServiceFile(fillGaps(draft, values), serviceKey)),
  )
  const fieldsAt = (places: readonly string[]) =>
    manifestGaps(draft, places).map(({ path, ...field }) => (
      <Field key={path} name={path} autoComplete="off" {...field} error={problem.fields[path]} />
    ))
  return (
    <form className="form" {...form}>
      {fieldsAt(gaps.filter((path) => !path.includes('.')))}
      <SelectField
        label="How people connect"
        value={signsIn ? 'oauth2' : 'none'}
        options={CONNECTING}
        onChange={({ currentTarget }) => setChosen(currentTarget.value === 'oauth2')}
        hint={CONNECTING_HINTS[signsIn ? 'oauth2' : 'none']}
      />
      {fieldsAt(paths)}
      {fieldsAt(gaps.filter((path) => path.includes('.')))}
      <ErrorPanel title={problem.message} />
      <div className="actions">
        <Button type="submit" busy={busy}>
          Check and add
        </Button>
        <Button
          kind="secondary"
          onClick={() => onEditJson(fillGaps(draft, form.ref.current ? typedIn(form.ref.current) : {}))}
        >
          Edit as JSON
        </Button>
      </div>
    </form>
  )
}

function typedIn(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}
