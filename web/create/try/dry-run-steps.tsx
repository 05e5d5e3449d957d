import type { DraftView } from '../../../worker/contract/drafts/draft.ts'
import type { DryRunState, DryRunStep } from '../../../worker/contract/drafts/try-draft.ts'
import { NamedValues } from '../../ui/named-values/named-values.tsx'
import { RowIcon } from '../rows/draft-row.tsx'
import './try-panel.css'
import '../../ui/badge.css'

type Props = { steps: DryRunStep[] | null; views: DraftView['steps']; stepHref: (step: string) => string }

/** The effect that each step would have with the event, in order. */
export function DryRunSteps({ steps, views, stepHref }: Props) {
  if (steps === null) return null
  return (
    <section className="dry-run" aria-label="What it would do">
      <h3>What it would do</h3>
      <ol>
        {steps.map((step) => (
          <li key={step.step}>
            <StepHead step={step} view={views.find(({ key }) => key === step.step) ?? null} />
            <p className={step.state === 'failed' ? 'try-problem' : undefined}>
              {step.message}{' '}
              {step.problem ? (
                <a href={stepHref(step.problem.step)} data-field={step.problem.field ?? undefined}>
                  Fix this
                </a>
              ) : null}
            </p>
            <NamedValues values={step.fields.map(({ label, value }) => ({ name: label, value }))} />
            {step.rows.map((row, index) => (
              <details key={index}>
                <summary>Answer {index + 1}</summary>
                <NamedValues values={row} />
              </details>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

const STATE_WORDS: Record<DryRunState, { word: string; tone: '' | 'good' | 'bad' }> = {
  asked: { word: 'Asked', tone: 'good' },
  passed: { word: 'Goes on', tone: 'good' },
  would: { word: 'Not sent', tone: '' },
  skipped: { word: 'Skipped', tone: '' },
  failed: { word: 'Problem', tone: 'bad' },
  not_reached: { word: 'Not reached', tone: '' },
}

const WAITS = { word: 'Waits', tone: '' } as const

const OWN_PARTS = {
  when: { name: 'Only if …', icon: 'filter' },
  wait: { name: 'Wait', icon: 'clock' },
} as const

function StepHead({ step, view }: { step: DryRunStep; view: DraftView['steps'][number] | null }) {
  const { word, tone } = step.kind === 'wait' && step.state === 'would' ? WAITS : STATE_WORDS[step.state]
  const own = step.kind === 'when' || step.kind === 'wait' ? OWN_PARTS[step.kind] : null
  const name = view?.name ?? own?.name ?? step.step
  return (
    <h4>
      <RowIcon icon={view?.service ?? own?.icon ?? null} />
      <span className="words">{view?.service ? `${view.service.name}: ${name}` : name}</span>
      <span className={`badge ${tone}`.trim()}>{word}</span>
    </h4>
  )
}
