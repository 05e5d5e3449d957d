import type { ReactNode } from 'react'
import { draftPath, readDraftRow, rowOfStep, type DraftRow } from '../../../worker/contract/drafts/draft-addresses.ts'
import type { AppletDraft, DraftProblem } from '../../../worker/contract/drafts/draft.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { pressAgain, pressWith, SecretAddresses } from '../../ui/secret-address/secret-addresses.tsx'
import type { ShownDraft } from '../draft/shown-draft.ts'
import type { Session } from '../../site/session/session.ts'
import { QuotaWays } from './quota-parts.ts'
import type { Creating } from './use-create-applet.ts'
import './finish-draft.css'

type Props = {
  draft: ShownDraft
  creating: Creating
  session: Promise<Session>
  /** Stands across from the button. */
  children: ReactNode
}

/** The list of missing parts, and the button that makes the Applet. */
export function FinishDraft({ draft, creating, session, children }: Props) {
  const { busy, refusal, full, submitted, secrets, create } = creating
  const problems = submitted ? draft.problems : []
  const addresses = secrets?.map(({ shown }) => shown)
  const [first] = secrets ?? []
  const isEdit = draft.applet !== null
  return (
    <section className="finish-draft" aria-label={isEdit ? 'Save' : 'Create'}>
      {problems.length > 0 ? <ProblemSummary draft={draft} problems={problems} /> : null}
      {first && addresses ? (
        <SecretAddresses
          addresses={addresses}
          askHref={draftPath(draft.id, problemRow(draft.doc, first.step))}
          field={first.field}
        />
      ) : null}
      <ErrorPanel title={refusal ?? (addresses ? pressAgain(addresses) : null)}>
        {full ? <QuotaWays rules={full} session={session} /> : null}
      </ErrorPanel>
      <div className="actions">
        <Button busy={busy} onClick={() => void create()}>
          {isEdit
            ? busy
              ? 'Saving…'
              : addresses
                ? pressWith('Save', addresses)
                : 'Save'
            : busy
              ? 'Creating…'
              : 'Create'}
        </Button>
        {children}
      </div>
      <p className="hint">
        {isEdit
          ? `Until you save, the Applet runs as it was.${draft.applet?.published ? ' Then others are offered the new version.' : ''}`
          : 'It is turned on at once. Only you can see it until you publish it.'}
      </p>
    </section>
  )
}

type SummaryProps = { draft: ShownDraft; problems: readonly DraftProblem[] }

/** Each problem leads to its field. */
function ProblemSummary({ draft, problems }: SummaryProps) {
  const count = problems.length
  return (
    <div id="problems" tabIndex={-1}>
      <ErrorPanel title={count === 1 ? 'One thing is missing' : `${count} things are missing`}>
        <ul className="problems">
          {problems.map(({ step, field, message }) => (
            <li key={`${step} ${field} ${message}`}>
              <a href={draftPath(draft.id, problemRow(draft.doc, step))} data-field={field ?? undefined}>
                {message}
              </a>
            </li>
          ))}
        </ul>
      </ErrorPanel>
    </div>
  )
}

/** The row that a problem is about; null for the name. */
export function problemRow(doc: AppletDraft, step: string): DraftRow | null {
  if (step === 'trigger') return 'if'
  if (step === 'action') return 'then.1'
  return rowOfStep(doc, step) ?? readDraftRow(step)
}
