import { useState } from 'react'
import type { FieldError } from '../../../worker/contract/errors.ts'
import { SERVICE_FILE_MAX, type AddedService } from '../../../worker/contract/services/service-file.ts'
import { operatorApi } from '../../browser/api/operator-calls.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { SecretField } from '../../ui/form/secret-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'

const IS_MANIFEST = /"transport"\s*:\s*"ifttt"/

type Props = {
  /** A file to begin with. */
  file?: string
  /** The key at a service of IFTTT's protocol; without one, a manifest asks for it. */
  serviceKey?: string
  onSaved: (service: AddedService) => void
}

/** A service's JSON file, with all that is wrong with it. */
export function FileForm({ file: first, serviceKey, onSaved }: Props) {
  const [wrong, setWrong] = useState<readonly FieldError[]>([])
  const [isManifest, setIsManifest] = useState(false)
  const { form, busy, problem } = useForm(['file', 'service_key'], async ({ file, service_key }) => {
    try {
      onSaved(await operatorApi.saveServiceFile(file, serviceKey ?? (service_key || undefined)))
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
        defaultValue={first}
        error={problem.fields.file}
        onInput={({ currentTarget }) => setIsManifest(IS_MANIFEST.test(currentTarget.value))}
      />
      {serviceKey === undefined && (isManifest || problem.fields.service_key) && (
        <SecretField
          label="Its service key"
          what="service key"
          name="service_key"
          hint="What the service gave you. Empty keeps the key of a service that was added before."
          error={problem.fields.service_key}
        />
      )}
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
