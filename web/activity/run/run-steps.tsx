import { runApi } from '../../browser/api/run-calls.ts'
import type { NamedRunStep, RunResponse } from '../../../worker/contract/runs/run-answers.ts'
import type { RunTry } from '../../../worker/contract/runs/applet-run.ts'
import { Button } from '../../ui/button/button.tsx'
import { dayInWords, timeInWords } from '../../ui/dates/dates.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import { SaidParts } from '../../ui/said/said-parts.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import { NamedValues } from '../../ui/named-values/named-values.tsx'
import { RunStateBadge } from '../../ui/run-state/run-state-badge.tsx'
import { stepName } from './run-sentence.ts'
import './run-page.css'

type Props = { run: RunResponse['run']; timeZone: string; onChanged: () => Promise<void> }

/** The steps with what each got, answered and tried; where one failed, what to do. */
export function RunSteps({ run, timeZone, onChanged }: Props) {
  const steps = run.steps.filter(({ kind }) => kind !== 'trigger')
  if (steps.length === 0) return null
  return (
    <section className="run-part" aria-labelledby="steps">
      <h2 id="steps">Steps</h2>
      <ol className="run-steps">
        {steps.map((step, index) => (
          <li key={index}>
            <StepHead step={step} />
            {step.said.length > 0 ? (
              <p>
                <SaidParts parts={step.said} />
              </p>
            ) : null}
            {step.message ? <p className="message">{step.message}</p> : null}
            {step.advice ? <p className="advice">{step.advice}</p> : null}
            {step.state === 'unsure' && step.position !== null ? (
              <Unsure id={run.id} position={step.position} onChanged={onChanged} />
            ) : null}
            <StepDetails step={step} timeZone={timeZone} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function StepHead({ step }: { step: NamedRunStep }) {
  const { kind, service, state } = step
  const words = stepName(step)
  return (
    <h3>
      {service ? <ServiceIcon name="" src={service.icon} size={32} /> : null}
      {kind === 'filter' || kind === 'wait' ? <Glyph name={kind === 'wait' ? 'clock' : kind} size={32} /> : null}
      <span className="words">{service ? `${service.name}: ${words}` : words}</span>
      <RunStateBadge state={state} />
    </h3>
  )
}

function StepDetails({ step: { input, answer, url, tries }, timeZone }: { step: NamedRunStep; timeZone: string }) {
  return (
    <>
      {url && /^https?:/.test(url) ? (
        <p>
          <a href={url} target="_blank" rel="noopener noreferrer">
            Open what it made
          </a>
        </p>
      ) : null}
      <div className="step-details">
        {input.length > 0 || answer ? (
          <details>
            <summary>Sent and answered</summary>
            <NamedValues values={input.map(({ label, value }) => ({ name: label, value }))} />
            {answer ? (
              <>
                <p className="quiet-text">Answer</p>
                {/* Scrolls sideways, so it must take the focus. */}
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
                <pre tabIndex={0}>{answer}</pre>
              </>
            ) : null}
          </details>
        ) : null}
        {tries.length > 0 ? <Tries tries={tries} timeZone={timeZone} /> : null}
      </div>
    </>
  )
}

function Tries({ tries, timeZone }: { tries: readonly RunTry[]; timeZone: string }) {
  return (
    <details>
      <summary>{tries.length === 1 ? '1 try' : `${tries.length} tries`}</summary>
      <ol className="tries">
        {tries.map(({ at, message }, index) => (
          <li key={index}>
            <time dateTime={new Date(at).toISOString()}>
              {dayInWords(at, timeZone)}, {timeInWords(at, timeZone)}
            </time>{' '}
            {message}
          </li>
        ))}
      </ol>
    </details>
  )
}

type UnsureProps = { id: string; position: number; onChanged: () => Promise<void> }

/** The service may or may not have done it, and it cannot be asked. */
function Unsure({ id, position, onChanged }: UnsureProps) {
  const presses = usePresses<'it_did' | 'do_it_again'>(async (answer) => {
    await runApi.resolve(id, { position, answer })
    await onChanged()
  })
  const working = presses.state.kind === 'working'
  return (
    <div className="unsure">
      <p>
        <strong>We don't know whether this happened.</strong> Look at the service, then tell us.
      </p>
      <div className="actions">
        <Button
          kind="secondary"
          size="small"
          busy={presses.isWorking('it_did')}
          unavailable={working}
          onClick={() => presses.press('it_did')}
        >
          It did
        </Button>
        <Button
          kind="secondary"
          size="small"
          busy={presses.isWorking('do_it_again')}
          unavailable={working}
          onClick={() => presses.press('do_it_again')}
        >
          Do it again
        </Button>
      </div>
      <ErrorPanel title={presses.problem} />
    </div>
  )
}
