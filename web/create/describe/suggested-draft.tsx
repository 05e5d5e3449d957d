import { useEffect, useId, useRef, useState } from 'react'
import { changesOfDraft } from '../../../worker/contract/drafts/changes-of-draft.ts'
import type { DescribedDraft, StepChoice } from '../../../worker/contract/drafts/describe-draft.ts'
import { stepRow, type DraftRow } from '../../../worker/contract/drafts/draft-addresses.ts'
import type { DraftChange, FoundDraftStep } from '../../../worker/contract/drafts/draft.ts'
import { messageOf } from '../../browser/request/request-error.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { FoundStep } from '../step/found-step.tsx'
import '../../ui/notice.css'
import '../step/step-search.css'

/** Stores a draft that these changes make, and opens its page, with this row. */
export type OpenSuggestion = (changes: readonly DraftChange[], row: DraftRow | null) => Promise<void>

type Props = { described: DescribedDraft; openDraft: OpenSuggestion }

/** What came of the sentence: what it does not use or took for granted, and a draft, or steps to choose from. Nothing is stored before a press. */
export function Suggestion({ described: { draft, planner, unused, assumed, choices }, openDraft }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isOpening, setIsOpening] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => heading.current?.focus(), [])

  async function open(more: readonly DraftChange[] = [], row: DraftRow | null = null) {
    setIsOpening(true)
    setProblem(null)
    await openDraft([...changesOfDraft(draft.doc), ...more], row).catch((error: unknown) => {
      setProblem(messageOf(error))
      setIsOpening(false)
    })
  }
  function choose({ kind: step, module_name, slug }: FoundDraftStep) {
    if (step === 'query') return
    void open([{ kind: 'choose_step', step, key: `${step}1`, module_name, slug }], stepRow(step, 0))
  }
  const isWhole = choices.length === 0
  return (
    <div className="notice-box suggestion">
      <h3 ref={heading} tabIndex={-1}>
        {isWhole
          ? planner === 'simple'
            ? 'Steps that match your words'
            : 'Suggested steps'
          : 'Which step do you mean?'}
      </h3>
      {unused.length > 0 && <p>I did not use: {unused.map(inQuotes).join(', ')}. You can add it in the draft.</p>}
      {assumed.length > 0 && <p>I took {assumed.join(', ')}. You can change it in the draft.</p>}
      {draft.steps.length > 0 && (
        <p>
          <b>{draft.proposed_name}</b>
        </p>
      )}
      {choices.map((choice) => (
        <Choice key={choice.kind} choice={choice} onChoose={choose} />
      ))}
      <ErrorPanel title={problem} />
      {isWhole && (
        <Button busy={isOpening} onClick={() => void open()}>
          Open the draft
        </Button>
      )}
    </div>
  )
}

const QUESTIONS = { trigger: 'What starts it?', action: 'What should it do?' } as const satisfies Record<
  StepChoice['kind'],
  string
>

function Choice({
  choice: { kind, steps },
  onChoose,
}: {
  choice: StepChoice
  onChoose: (step: FoundDraftStep) => void
}) {
  const title = useId()
  return (
    <div className="step-search">
      <h4 id={title}>{QUESTIONS[kind]}</h4>
      <ul className="found" aria-labelledby={title}>
        {steps.map((step) => (
          <FoundStep key={`${step.module_name}/${step.slug}`} step={step} onChoose={onChoose} />
        ))}
      </ul>
    </div>
  )
}

function inQuotes(part: string): string {
  return /^“.*”$/.test(part) ? part : `“${part}”`
}
