import { useEffect, useRef, useState } from 'react'
import { OPERATOR_PATH } from '../../../worker/contract/operator/operator-overview.ts'
import type { AddedService } from '../../../worker/contract/services/service-file.ts'
import type { PageProps } from '../../site/session/session.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { dayInWords } from '../../ui/dates/dates.ts'
import { NeedsScript } from '../../ui/form/needs-script.tsx'
import { FileForm } from './file-form.tsx'
import { AddressForm, GapsForm, type ProbedService } from './import-forms.tsx'
import './add-service-page.css'
import '../../site/narrow-page.css'

export type AddServiceData = { services: AddedService[]; timeZone: string }

/** The part of the page above the list: both ways to begin, an import's questions, or what was saved. */
type Step =
  | { kind: 'beginning' }
  | { kind: 'importing'; probed: ProbedService }
  | { kind: 'saved'; service: AddedService }

/** /settings/services/new: an operator pastes a service's JSON file, or imports a service of IFTTT's protocol. */
export function Page({ data: { services: before, timeZone } }: PageProps<AddServiceData>) {
  const [step, setStep] = useState<Step>({ kind: 'beginning' })
  const [services, setServices] = useState(before)
  function onSaved(service: AddedService) {
    setStep({ kind: 'saved', service })
    const others = services.filter(({ module_name }) => module_name !== service.module_name)
    const all = [...others, service]
    setServices(all.toSorted((one, other) => one.module_name.localeCompare(other.module_name)))
  }
  const begin = () => setStep({ kind: 'beginning' })
  return (
    <div className="add-service-page narrow-page column">
      <header>
        <h1>Add a service</h1>
        <p>
          <a href={OPERATOR_PATH}>Back to the operator's page</a>
        </p>
      </header>
      <NeedsScript />
      <StepContent step={step} onProbed={(probed) => setStep({ kind: 'importing', probed })} {...{ onSaved, begin }} />
      {services.length > 0 && (
        <section aria-labelledby="added">
          <h2 id="added">Added so far</h2>
          <ul>
            {services.map(({ module_name, name, version, updated_at }) => (
              <li key={module_name}>
                <a href={`/${module_name}`}>{name}</a>
                {`, version ${version}, ${dayInWords(updated_at, timeZone)}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

type StepProps = {
  step: Step
  onProbed: (service: ProbedService) => void
  onSaved: (service: AddedService) => void
  begin: () => void
}

function StepContent({ step, onProbed, onSaved, begin }: StepProps) {
  switch (step.kind) {
    case 'beginning':
      return <TwoWays onProbed={onProbed} onSaved={onSaved} />
    case 'importing':
      return <GapsForm probed={step.probed} onCancel={begin} {...{ onProbed, onSaved }} />
    case 'saved':
      return <Saved service={step.service} onMore={begin} />
  }
}

function TwoWays({ onProbed, onSaved }: Pick<StepProps, 'onProbed' | 'onSaved'>) {
  return (
    <>
      <section aria-labelledby="from-file">
        <h2 id="from-file">From its file</h2>
        <p>
          Paste the JSON file of a service, or the manifest of one that speaks IFTTT’s protocol. It is checked with its
          own samples, and nothing is sent anywhere. A file with the id of an added service replaces it. The format is
          described at <a href="/schemas/service-1.json">/schemas/service-1.json</a>.
        </p>
        <FileForm onSaved={onSaved} />
      </section>
      <section aria-labelledby="from-address">
        <h2 id="from-address">From its address</h2>
        <p>
          A service that speaks IFTTT’s protocol tells what it has: its triggers, queries and actions are read, and each
          trigger is asked once for three items.
        </p>
        <AddressForm onProbed={onProbed} />
      </section>
    </>
  )
}

function Saved({ service: { module_name, name, version }, onMore }: { service: AddedService; onMore: () => void }) {
  // The heading replaces a form that held the focus.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="saved" aria-labelledby="saved">
      <h2 id="saved" ref={heading} tabIndex={-1}>
        {version === 1 ? `${name} is added.` : `${name} is changed: version ${version}.`}
      </h2>
      <p>Applets that use it follow within half a minute.</p>
      <div className="actions">
        <ButtonLink href={`/${module_name}`}>{`Open ${name}`}</ButtonLink>
        <Button kind="quiet" onClick={onMore}>
          Add another
        </Button>
      </div>
    </section>
  )
}
