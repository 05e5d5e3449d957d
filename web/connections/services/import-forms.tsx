import { useEffect, useMemo, useRef, useState } from 'react'
import type { ProbedServiceFile, AddedService } from '../../../worker/contract/services/service-file.ts'
import { operatorApi } from '../../browser/api/operator-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { SecretField } from '../../ui/form/secret-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { FileForm } from './file-form.tsx'
import { fillGaps, manifestGaps } from './manifest-gaps.ts'

/** The answer of a service that was probed, and the key to probe it again. Never stored in the browser. */
export type ProbedService = ProbedServiceFile & { service_key: string }

/** Where a service of IFTTT's protocol is: asks it what it has. */
export function AddressForm({ onProbed }: { onProbed: (service: ProbedService) => void }) {
  const { form, busy, problem } = useForm(['api_url', 'service_key'], async ({ api_url, service_key }) => {
    onProbed({ ...(await operatorApi.probeService({ api_url, service_key })), service_key: service_key.trim() })
  })
  return (
    <form className="form" {...form}>
      <Field
        label="API address"
        name="api_url"
        type="url"
        inputMode="url"
        autoComplete="off"
        hint="Without /ifttt/v1 at its end, such as https://api.acme.example."
        required
        error={problem.fields.api_url}
      />
      <SecretField
        label="Service key"
        what="service key"
        name="service_key"
        required
        error={problem.fields.service_key}
      />
      <ErrorPanel title={problem.message} />
      <div className="actions">
        <Button type="submit" kind="secondary" busy={busy}>
          {busy ? 'Asking the service…' : 'Ask the service'}
        </Button>
      </div>
    </form>
  )
}

type GapsProps = { probed: ProbedService; onSaved: (service: AddedService) => void; onCancel: () => void }

/** The form for all that only a person can name of an imported service. */
export function GapsForm({ probed, onSaved, onCancel }: GapsProps) {
  const { file, gaps, problems, service_key } = probed
  const draft: unknown = useMemo(() => JSON.parse(file), [file])
  const fields = manifestGaps(draft, gaps)
  const [wholeFile, setWholeFile] = useState<string | null>(null)
  // The heading replaces a form that held the focus.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { form, busy, problem } = useForm(gaps, async (values) =>
    onSaved(await operatorApi.saveServiceFile(fillGaps(draft, values), service_key)),
  )
  return (
    <section className="import" aria-labelledby="import">
      <h2 id="import" ref={heading} tabIndex={-1}>
        Give its parts names
      </h2>
      <p>The service has told what it has. What people read about it is yours to write.</p>
      {problems.length > 0 && (
        <ul className="problems">
          {problems.map(({ step, message }) => (
            <li key={step}>
              <code>{step}</code> has no ingredients yet. {message}
            </li>
          ))}
        </ul>
      )}
      {wholeFile === null ? (
        <form className="form" {...form}>
          {fields.map(({ path, ...field }) => (
            <Field key={path} name={path} autoComplete="off" {...field} error={problem.fields[path]} />
          ))}
          <ErrorPanel title={problem.message} />
          <div className="actions">
            <Button type="submit" busy={busy}>
              Check and add
            </Button>
            <Button
              kind="secondary"
              onClick={() => setWholeFile(fillGaps(draft, form.ref.current ? typedIn(form.ref.current) : {}))}
            >
              Edit as JSON
            </Button>
          </div>
        </form>
      ) : (
        <FileForm file={wholeFile} serviceKey={service_key} onSaved={onSaved} />
      )}
      <div className="actions">
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  )
}

function typedIn(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}
