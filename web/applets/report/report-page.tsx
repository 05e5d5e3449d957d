import { useState } from 'react'
import { reportPath } from '../../../worker/contract/addresses.ts'
import type { RefusedForm } from '../../../worker/contract/accounts/form-pages.ts'
import { REPORT_REASON_WORDS, REPORT_TEXT_MAX } from '../../../worker/contract/moderation/applet-report.ts'
import { CsrfField } from '../../site/csrf-field.tsx'
import type { PageProps } from '../../site/session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { useKeptTyping } from '../../ui/form/use-kept-typing.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import './report-page.css'
import '../../site/narrow-page.css'

/** `sent`: the report was sent a moment ago. */
export type ReportData = {
  applet: { id: number; name: string; author: string; path: string }
  sent: boolean
  refused: RefusedForm | null
}

/** /applets/{id}/report: tells the operator that something is wrong with an Applet. A plain form, for visitors too. */
export function Page({ data: { applet, sent, refused }, session }: PageProps<ReportData>) {
  const [isSending, setSending] = useState(false)
  useKeptTyping(isSending)
  return (
    <div className="report-page narrow-page column">
      <header>
        <a href={applet.path}>{applet.name}</a>
        <h1>{sent ? 'Thank you for telling us' : 'Report this Applet'}</h1>
        <p>
          {sent
            ? 'We look at each report, and take down what breaks the rules.'
            : `Tell us what is wrong with this Applet by ${applet.author}. They will not learn who reported it.`}
        </p>
      </header>
      {sent ? null : (
        <form className="form" method="post" action={reportPath(applet.id)} onSubmit={() => setSending(true)}>
          <CsrfField session={session} />
          <fieldset
            className="field choices"
            aria-describedby={errorOf(refused, 'reason') ? 'reason-error' : undefined}
          >
            <legend>What is wrong?</legend>
            {Object.entries(REPORT_REASON_WORDS).map(([reason, words]) => (
              <label key={reason}>
                <input
                  type="radio"
                  name="reason"
                  value={reason}
                  required
                  defaultChecked={refused?.values.reason === reason}
                />
                {words}
              </label>
            ))}
            {errorOf(refused, 'reason') ? (
              <p className="error" id="reason-error">
                {errorOf(refused, 'reason')}
              </p>
            ) : null}
          </fieldset>
          <TextAreaField
            label="What should we know?"
            name="text"
            optional
            rows={4}
            maxLength={REPORT_TEXT_MAX}
            defaultValue={refused?.values.text}
            hint="Please leave out passwords and personal data."
            error={errorOf(refused, 'text')}
          />
          <ErrorPanel title={refused && refused.errors.length === 0 ? refused.message : null} />
          <Button type="submit">Send report</Button>
        </form>
      )}
    </div>
  )
}

function errorOf(refused: RefusedForm | null, field: string): string | undefined {
  return refused?.errors.find(({ attribute }) => attribute === field)?.message
}
