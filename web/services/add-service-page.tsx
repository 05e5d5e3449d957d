import { useEffect, useRef, useState } from 'react'
import type { FieldError } from '../../worker/contract/errors.ts'
import {
  SERVICE_FILE_MAX,
  type AddedService,
  type SavedServiceFile,
} from '../../worker/contract/services/service-file.ts'
import { operatorApi } from '../api/operator-calls.ts'
import { RequestError } from '../browser/request/request-error.ts'
import type { PageProps } from '../site/session.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { dayInWords } from '../ui/dates/dates.ts'
import { TextAreaField } from '../ui/form/field.tsx'
import { NeedsScript } from '../ui/form/needs-script.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { ErrorPanel } from '../ui/panel/error-panel.tsx'
import './add-service-page.css'
import '../site/narrow-page.css'

export type AddServiceData = { services: AddedService[]; timeZone: string }

/** /settings/services/new: an operator pastes a service's JSON file. */
export function Page({ data: { services, timeZone } }: PageProps<AddServiceData>) {
  const [saved, setSaved] = useState<SavedServiceFile | null>(null)
  return (
    <div className="add-service-page narrow-page column">
      <header>
        <h1>Add a service</h1>
        <p>
          Paste the JSON file of a service. It is checked with its own samples, and nothing is sent anywhere. A file
          with the id of an added service replaces it. The format is described at{' '}
          <a href="/schemas/service-1.json">/schemas/service-1.json</a>.
        </p>
      </header>
      <NeedsScript />
      {saved ? <Saved service={saved} onMore={() => setSaved(null)} /> : <FileForm onSaved={setSaved} />}
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

function FileForm({ onSaved }: { onSaved: (service: SavedServiceFile) => void }) {
  const [wrong, setWrong] = useState<readonly FieldError[]>([])
  const { form, busy, problem } = useForm(['file'], async ({ file }) => {
    try {
      onSaved(await operatorApi.saveServiceFile(file))
    } catch (error) {
      setWrong(error instanceof RequestError ? (error.body.errors ?? []) : [])
      throw error
    }
  })
  return (
    <form className="form" {...form}>
      <TextAreaField
        label="JSON file"
        name="file"
        id="file"
        rows={14}
        maxLength={SERVICE_FILE_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={problem.fields.file}
      />
      <ErrorPanel
        title={problem.message === null ? null : wrong.length > 0 ? 'This file is not right yet.' : problem.message}
      >
        {wrong.length > 0 && (
          <ul className="problems">
            {wrong.map(({ attribute, message }) => (
              <li key={`${attribute} ${message}`}>
                <code>{attribute}</code> {message}
              </li>
            ))}
          </ul>
        )}
      </ErrorPanel>
      <div className="actions">
        <Button type="submit" busy={busy}>
          Check and add
        </Button>
      </div>
    </form>
  )
}

function Saved({ service: { module_name, name, version }, onMore }: { service: SavedServiceFile; onMore: () => void }) {
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
