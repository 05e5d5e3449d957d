import { useEffect, useId, useRef, useState } from 'react'
import { DESCRIPTION_MAX } from '../../../worker/contract/drafts/describe-draft.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { useKeptTyping } from '../../ui/form/use-kept-typing.ts'
import { useEarlyTyping } from '../../ui/state/use-early-typing.ts'
import { useSite } from '../../site/site-context.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { Suggestion, type OpenSuggestion } from './suggested-draft.tsx'
import { useDescribe, type DescribeCall } from './use-describe.ts'
import './describe-form.css'

type Props = {
  /** The sentence that the address brings along (`?describe=`). */
  sentence?: string
  describe: DescribeCall
  openDraft: OpenSuggestion
}

/** The form for a sentence that becomes a draft. What the draft does not have of it is named before it is opened. */
export function DescribeForm({ sentence = '', describe, openDraft }: Props) {
  const { state, ask, cancel, edit } = useDescribe(describe)
  useEarlyTyping('.describe-form')
  const [isOpened, setOpened] = useState(false)
  useKeptTyping(isOpened)
  const form = useRef<HTMLFormElement>(null)
  const heading = useId()
  const { sentences_read_by: reader } = useSite()
  const problem = state.kind === 'refused' ? state.problem : null
  const typed = () => String(new FormData(form.current ?? undefined).get('sentence') ?? '')

  // The field is the one to correct; a problem elsewhere is announced where it stands.
  const atField = problem?.atField === true
  useEffect(() => {
    if (atField) form.current?.querySelector('textarea')?.focus()
  }, [atField])

  return (
    <section className="describe-form" aria-labelledby={heading}>
      <h2 id={heading}>Describe it</h2>
      <form
        ref={form}
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void ask(typed())
        }}
        onInput={edit}
      >
        <TextAreaField
          label="What should happen, and when?"
          hint={`For example: When someone stars my repository, send me a notification.${reader ? ` A language model at ${reader} reads it.` : ''}`}
          name="sentence"
          rows={2}
          maxLength={DESCRIPTION_MAX}
          defaultValue={sentence}
          error={atField ? problem?.message : null}
        />
        <ErrorPanel title={problem && !atField ? problem.message : null} />
        <div className="actions">
          <Button type="submit" busy={state.kind === 'waiting' || state.kind === 'answered'}>
            Suggest steps
          </Button>
          {state.kind === 'waiting' && (
            <Button kind="quiet" onClick={cancel}>
              Cancel
            </Button>
          )}
        </div>
        <output className="quiet-text">
          {state.kind === 'waiting' && 'Looking for steps …'}
          {state.kind === 'idle' && state.canceled && 'Canceled.'}
        </output>
      </form>
      {state.kind === 'answered' && (
        <Suggestion
          described={state.described}
          openDraft={(changes, row) => openDraft(changes, row).then(() => setOpened(true))}
        />
      )}
    </section>
  )
}
