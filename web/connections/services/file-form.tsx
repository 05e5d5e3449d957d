import { useState } from 'react'
import type { FieldError } from '../../../worker/contract/errors.ts'
import { SERVICE_FILE_MAX, type AddedService } from '../../../worker/contract/services/service-file.ts'
import { operatorApi } from '../../browser/api/operator-calls.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'

type Props = {
  /** A file to begin with. */
  file?: string
  /** The key at a service of IFTTT's protocol. */
  serviceKey?: string
  onSaved: (service: AddedService) => void
}

/** A service's JSON file, with all that is wrong with it. */
export function FileForm({ file: first, serviceKey, onSaved }: Props) {
  const [wrong, setWrong] = useState<readonly FieldError[]>([])
  const { form, busy, problem } = useForm(['file'], async ({ file }) => {
    try {
      onSaved(await operatorApi.saveServiceFile(file, serviceKey))
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
