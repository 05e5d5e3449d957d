import { useEffect, useMemo, useRef, useState } from 'react'
import type { ProbedServiceFile, AddedService } from '../../../worker/contract/services/service-file.ts'
import { operatorApi } from '../../browser/api/operator-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { SecretField } from '../../ui/form/secret-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { FileForm } from './file-form.tsx'
import type { ToldService } from './manifest-gaps.ts'
import { NamesForm } from './names-form.tsx'
import { TypedStepsForm, type ServiceAddress } from './typed-steps-form.tsx'

/** The answer of a service that was probed, and what it takes to probe it again. Never stored in the browser. */
export type ProbedService = ProbedServiceFile & { service: ServiceAddress }

/** Where a service of IFTTT's protocol is: asks it what it has. */
export function AddressForm({ onProbed }: { onProbed: (service: ProbedService) => void }) {
  const { form, busy, problem } = useForm(['api_url', 'service_key'], async ({ api_url, service_key }) => {
    const service = { api_url, service_key: service_key.trim() }
    onProbed({ ...(await operatorApi.probeService(service)), service })
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

type GapsProps = {
  probed: ProbedService
  onProbed: (service: ProbedService) => void
  onSaved: (service: AddedService) => void
  onCancel: () => void
}

/** An imported service: what it did not tell is asked for, as a form or as JSON. */
export function GapsForm({ probed: { file, gaps, problems, service }, onProbed, onSaved, onCancel }: GapsProps) {
  const told: ToldService = useMemo(() => JSON.parse(file), [file])
  const [wholeFile, setWholeFile] = useState<string | null>(null)
  const { service_key } = service
  // The heading replaces a form that held the focus.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  function onAskedAgain(answer: ProbedServiceFile) {
    onProbed({ ...answer, service })
    heading.current?.focus()
  }
  return (
    <section className="import" aria-labelledby="import">
      <h2 id="import" ref={heading} tabIndex={-1}>
        Give its parts names
      </h2>
      <p>
        {told.triggers.length > 0
          ? 'The service has told what it has. What people read about it is yours to write.'
          : 'The service names no triggers. If it has some, type them first: it is asked about each.'}
      </p>
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
        <>
          <details open={told.triggers.length === 0}>
            <summary>Steps that it does not name</summary>
            <TypedStepsForm service={service} onProbed={onAskedAgain} />
          </details>
          <NamesForm serviceKey={service_key} onEditJson={setWholeFile} {...{ told, gaps, onSaved }} />
        </>
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
