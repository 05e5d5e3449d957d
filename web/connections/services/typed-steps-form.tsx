import type { ProbedServiceFile } from '../../../worker/contract/services/service-file.ts'
import { operatorApi } from '../../browser/api/operator-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'

/** Where a service of IFTTT's protocol is, and the key that opens it. */
export type ServiceAddress = { api_url: string; service_key: string }

type Props = { service: ServiceAddress; onProbed: (told: ProbedServiceFile) => void }

const KINDS = { triggers: 'Triggers', queries: 'Queries', actions: 'Actions' }

/** The steps that a service does not name: asks it about those that are typed. */
export function TypedStepsForm({ service, onProbed }: Props) {
  const { form, busy, problem } = useForm(['triggers', 'queries', 'actions'], async (typed) =>
    onProbed(await operatorApi.probeService({ ...service, ...typed })),
  )
  return (
    <form className="form" {...form}>
      <p>
        Many services do not name their triggers. Write each step on a line of its own, with its fields and an example
        of each: <code>runs_low: shelf=spices, below=3</code>
      </p>
      {Object.entries(KINDS).map(([name, label]) => (
        <TextAreaField
          key={name}
          label={label}
          name={name}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          optional
          error={problem.fields[name]}
        />
      ))}
      <ErrorPanel title={problem.message} />
      <div className="actions">
        <Button type="submit" kind="secondary" busy={busy}>
          {busy ? 'Asking the service…' : 'Ask about these'}
        </Button>
      </div>
    </form>
  )
}
